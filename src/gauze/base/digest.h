#pragma once

#include <string>
#include <string_view>

#include "gauze/base/error.h"

namespace gauze {

// SHA-256 as 64 lower-case hex digits, the same that `sha256sum` prints.
std::string Digest(std::string_view bytes);
Result<std::string> DigestFile(const std::string& path);

}  // namespace gauze
