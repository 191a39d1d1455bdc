#include "gauze/taxonomy/library/spelling.h"

#include <algorithm>

namespace gauze {
namespace {

bool IsDigit(char c) { return c >= '0' && c <= '9'; }
char Capital(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; }
char Small(char c) { return IsCapital(c) ? static_cast<char>(c - 'A' + 'a') : c; }

}  // namespace

bool IsCapital(char c) { return c >= 'A' && c <= 'Z'; }

std::string CodeSpelling(std::string_view text) {
  const auto first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return "";
  std::string code(text.substr(first, text.find_last_not_of(" \t") - first + 1));
  std::ranges::transform(code, code.begin(), Capital);
  return code;
}

std::string NameSpelling(std::string_view text) {
  std::string name;
  for (const char raw : text) {
    const char c = Small(raw);
    const bool kept = (c >= 'a' && c <= 'z') || IsDigit(c) || static_cast<unsigned char>(c) >= 0x80;
    if (kept) {
      name += c;
    } else if (!name.empty() && name.back() != ' ') {
      name += ' ';
    }
  }
  if (name.ends_with(' ')) name.pop_back();
  return name;
}

bool OnlyDigits(std::string_view text) { return std::ranges::all_of(text, IsDigit); }

}  // namespace gauze
