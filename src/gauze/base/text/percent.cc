#include "gauze/base/text/percent.h"

#include <charconv>

namespace gauze {

std::optional<std::string> DecodePercent(std::string_view text) {
  std::string decoded;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      decoded += text[i];
      continue;
    }
    const std::string_view digits = text.substr(i + 1, 2);
    const char* end = digits.data() + digits.size();
    unsigned char byte = 0;
    if (digits.size() != 2 || std::from_chars(digits.data(), end, byte, 16).ptr != end) return {};
    decoded += static_cast<char>(byte);
    i += 2;
  }
  return decoded;
}

}  // namespace gauze
