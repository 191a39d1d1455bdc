#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace gauze {

// Text of an address or a request with %41 read as A; nothing where a % is not followed by two
// hexadecimal digits. Any byte may come out: who needs text looks at it.
std::optional<std::string> DecodePercent(std::string_view text);

}  // namespace gauze
