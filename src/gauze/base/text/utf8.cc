#include "gauze/base/text/utf8.h"

#include <cstdint>
#include <cstring>

namespace gauze {
namespace {

unsigned Byte(std::string_view text, std::size_t index) {
  return index < text.size() ? static_cast<unsigned char>(text[index]) : 0U;
}

bool Continues(unsigned byte) { return (byte & 0xC0U) == 0x80U; }

// Bytes of the character at the start of `text`; 0 if it is not one. Table 3-7 of the Unicode
// standard: only the second byte has bounds of its own.
std::size_t CharacterSize(std::string_view text) {
  const unsigned first = Byte(text, 0);
  const unsigned second = Byte(text, 1);
  if (first < 0x80U) return 1;
  if (first < 0xC2U || first > 0xF4U || !Continues(second)) return 0;
  if (first < 0xE0U) return 2;
  if (first == 0xE0U && second < 0xA0U) return 0;
  if (first == 0xEDU && second > 0x9FU) return 0;
  if (first == 0xF0U && second < 0x90U) return 0;
  if (first == 0xF4U && second > 0x8FU) return 0;
  if (!Continues(Byte(text, 2))) return 0;
  if (first < 0xF0U) return 3;
  return Continues(Byte(text, 3)) ? 4 : 0;
}

}  // namespace

std::size_t FindInvalidUtf8(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    // Eight at a time while it is ASCII.
    std::uint64_t word = 0;
    for (; at + sizeof word <= text.size(); at += sizeof word) {
      std::memcpy(&word, text.data() + at, sizeof word);
      if ((word & 0x8080808080808080U) != 0) break;
    }
    if (at == text.size()) break;
    const std::size_t size = CharacterSize(text.substr(at));
    if (size == 0) return at;
    at += size;
  }
  return std::string_view::npos;
}

std::vector<std::string_view> Utf8Characters(std::string_view text) {
  std::vector<std::string_view> characters;
  while (!text.empty()) {
    std::size_t size = CharacterSize(text);
    if (size == 0) size = 1;
    characters.push_back(text.substr(0, size));
    text.remove_prefix(size);
  }
  return characters;
}

}  // namespace gauze
