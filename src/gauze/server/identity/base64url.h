#pragma once

#include <string>
#include <string_view>

#include "gauze/base/error.h"

namespace gauze::server {

// Base64 for URLs without padding (RFC 4648, section 5), as tokens and their keys have it. Anything
// else, other alphabets, padding and stray bits among it, is refused.
Result<std::string> DecodeBase64Url(std::string_view text);

}  // namespace gauze::server
