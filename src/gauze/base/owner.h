#pragma once

#include <string>

#include "gauze/base/error.h"

namespace gauze {

// Nothing has this name yet, or it is ours. In a folder where others can write, they may have taken
// it: with a folder of theirs, or a link to wherever they like.
Status CheckOurs(const std::string& path);

}  // namespace gauze
