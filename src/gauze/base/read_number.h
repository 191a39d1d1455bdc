#pragma once

#include <charconv>
#include <optional>
#include <string_view>

namespace gauze {

// All of a text as a number of this type; nothing if there is anything else in it, even a blank or
// a plus sign, or if the number does not fit. A point whatever the locale is.
template <typename Number>
std::optional<Number> ReadAll(std::string_view text) {
  Number number{};
  const char* const begin = text.data();
  const char* const end = begin + text.size();
  const auto read = std::from_chars(begin, end, number);
  if (read.ec != std::errc() || read.ptr != end) return std::nullopt;
  return number;
}

// A number that a program wrote, ours or the engine: "0.25", "1e-3", "-7", or the hexadecimal
// "0x1.8p+1", which comes back to the last bit. With a point whatever the locale of the process is:
// a program that we are part of may have set one with a comma. 0 where it is no number.
double ReadNumber(std::string_view text);

}  // namespace gauze
