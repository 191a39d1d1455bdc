// Cells that hold more than one thing: sets of terms, and free text.

#include <algorithm>

#include "gauze/roles/characters.h"
#include "gauze/roles/recogniser.h"

namespace gauze {
namespace {

bool IsSetBetween(std::string_view value, char separator) {
  std::size_t terms = 0;
  while (true) {
    const std::size_t end = std::min(value.find(separator), value.size());
    std::string_view term = value.substr(0, end);
    while (term.starts_with(' ')) term.remove_prefix(1);
    // A sentence may have a semicolon, too.
    if (term.empty() || term.size() > 60 || std::ranges::count(term, ' ') > 5) return false;
    ++terms;
    if (end == value.size()) return terms >= 2;
    value.remove_prefix(end + 1);
  }
}

// Commas are not looked for: addresses and sentences have them.
bool IsTermSet(std::string_view value) {
  if (value.ends_with(';') || value.ends_with('|')) value.remove_suffix(1);
  return IsSetBetween(value, ';') || IsSetBetween(value, '|');
}

bool IsFreeText(std::string_view value) {
  std::size_t words = 0;
  std::size_t letters = 0;
  bool inside = false;
  for (const char c : value) {
    const bool is_letter = IsLetter(c) || (static_cast<unsigned char>(c) & 0x80U) != 0;
    const bool blank = c == ' ' || c == '\n' || c == '\t' || c == '\r';
    if (is_letter && !inside) ++words;
    inside = !blank;
    letters += is_letter ? 1 : 0;
  }
  return words >= 5 && 2 * letters > value.size();
}

}  // namespace

Recogniser TermSetRecogniser() {
  return {.name = "term_set",
          .finds = "sets of terms",
          .form = "two or more short terms between `;` or `|`",
          .kind = "set",
          .weight = Weight::kForm,
          .fits = IsTermSet};
}

Recogniser FreeTextRecogniser() {
  return {.name = "free_text",
          .finds = "texts of five words or more",
          .form = "five words or more, more than half of it letters",
          .kind = "comment",
          .weight = Weight::kForm,
          .fits = IsFreeText};
}

}  // namespace gauze
