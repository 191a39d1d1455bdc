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
    unsigned char byte = 0;
    const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), byte, 16);
    if (digits.size() != 2 || read.ptr != digits.data() + digits.size()) return {};
    decoded += static_cast<char>(byte);
    i += 2;
  }
  return decoded;
}

}  // namespace gauze
