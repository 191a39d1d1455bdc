#include "gauze/roles/shape.h"

namespace gauze {
namespace {

constexpr std::size_t kLongestRun = 8;

// 0 for the later bytes of a character, which has been written with its first.
char FormOfByte(unsigned char byte) {
  if (byte >= 'A' && byte <= 'Z') return 'A';
  if (byte >= 'a' && byte <= 'z') return 'a';
  if (byte >= '0' && byte <= '9') return '9';
  if (byte >= 0x80) return (byte & 0xC0U) == 0x80 ? '\0' : 'a';
  return byte < 0x20 || byte == 0x7F ? ' ' : static_cast<char>(byte);
}

}  // namespace

void WriteShape(std::string_view text, std::string& shape) {
  shape.clear();
  bool spelled = false;  // by a letter or a digit
  char last = '\0';
  std::size_t run = 0;
  for (const char c : text) {
    const char form = FormOfByte(static_cast<unsigned char>(c));
    if (form == '\0') continue;
    spelled = spelled || form == 'A' || form == 'a' || form == '9';
    run = form == last ? run + 1 : 1;
    last = form;
    if (run > kLongestRun + 1) continue;
    shape += run > kLongestRun ? '+' : form;
    if (shape.size() >= kLongestShape && spelled) {
      shape += "...";
      return;
    }
  }
  if (!spelled) shape = kOnlyMarks;
}

}  // namespace gauze
