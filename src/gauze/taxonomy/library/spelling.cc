#include "gauze/taxonomy/library/spelling.h"

#include <algorithm>

#include "gauze/base/text/ascii.h"

namespace gauze {

std::string CodeSpelling(std::string_view text) {
  const auto first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return "";
  std::string code(text.substr(first, text.find_last_not_of(" \t") - first + 1));
  std::ranges::transform(code, code.begin(), ToUpper);
  return code;
}

std::string NameSpelling(std::string_view text) {
  std::string name;
  for (const char raw : text) {
    const char c = ToLower(raw);
    const bool kept = IsAlnum(c) || static_cast<unsigned char>(c) >= 0x80;
    if (kept) {
      name += c;
    } else if (!name.empty() && name.back() != ' ') {
      name += ' ';
    }
  }
  if (name.ends_with(' ')) name.pop_back();
  return name;
}

}  // namespace gauze
