#pragma once

#include "command.h"

namespace gauze::cli {

// `gauze hierarchy suggest`.
void AddHierarchySuggest(Commands& commands, CLI::App* parent);

}  // namespace gauze::cli
