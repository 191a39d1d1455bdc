#include "gauze/base/read_number.h"

#include <charconv>

namespace gauze {

double ReadNumber(std::string_view text) {
  const bool negative = text.starts_with('-');
  if (negative) text.remove_prefix(1);
  auto format = std::chars_format::general;
  if (text.starts_with("0x")) {
    format = std::chars_format::hex;
    text.remove_prefix(2);
  }
  double number = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), number, format);
  if (read.ec != std::errc() || read.ptr != text.data() + text.size()) return 0;
  return negative ? -number : number;
}

}  // namespace gauze
