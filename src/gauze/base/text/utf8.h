#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace gauze {

// What some programs write at the beginning of a file.
inline constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

// Position of the first byte that is not UTF-8 (overlong forms, surrogates and what lies above
// U+10FFFF included), or npos.
std::size_t FindInvalidUtf8(std::string_view text);

// The characters (code points) of UTF-8 text, each as its bytes.
std::vector<std::string_view> Utf8Characters(std::string_view text);

}  // namespace gauze
