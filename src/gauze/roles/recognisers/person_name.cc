// Names of people, by their form alone: two to four words with a capital first. Cities and products
// look the same, so a rule has to add how often values repeat.

#include <algorithm>

#include "gauze/base/text/utf8.h"
#include "gauze/roles/characters.h"
#include "gauze/roles/recogniser.h"

namespace gauze {
namespace {

// Small words inside names.
constexpr std::string_view kParticles =
    " van von de der den del della di da do dos das du la le ten ter af av bin al el ";

bool IsBeyond(std::string_view character) { return character.size() > 1; }

// "Ada", "O'Neil", "Anne-Marie", "J."; what lies beyond ASCII may be any letter.
bool IsNameWord(std::string_view word) {
  const auto characters = Utf8Characters(word);
  if (!IsBeyond(characters[0]) && !IsUpper(word.front())) return false;
  if (word.size() == 2 && word.back() == '.') return true;
  bool small = false;
  for (const std::string_view character : characters) {
    const char c = character.front();
    if (!IsBeyond(character) && !IsLetter(c) && c != '-' && c != '\'') return false;
    small = small || IsBeyond(character) || IsLower(c);
  }
  return small && characters.size() >= 2;
}

bool IsPersonName(std::string_view value) {
  if (value.size() < 5 || value.size() > 60) return false;
  std::size_t names = 0;
  bool after_comma = false;
  bool commas = false;
  while (!value.empty()) {
    const std::size_t end = std::min(value.find(' '), value.size());
    std::string_view word = value.substr(0, end);
    value.remove_prefix(std::min(end + 1, value.size()));
    after_comma = word.ends_with(',');
    if (after_comma) {
      // "Haas, Ben": one comma, after the first name.
      if (commas || names > 1) return false;
      commas = true;
      word.remove_suffix(1);
    }
    if (word.empty()) return false;
    const bool is_particle =
        kParticles.find(" " + std::string(word) + " ") != std::string_view::npos;
    if (!is_particle && !IsNameWord(word)) return false;
    if (!is_particle) ++names;
  }
  return names >= 2 && names <= 4 && !after_comma;
}

}  // namespace

Recogniser PersonNameRecogniser() {
  return {.name = "person_name",
          .finds = "two to four words with capitals, as names of people are",
          .form = "two to four words that begin with a capital, with `von`, `de`, hyphens, a comma",
          .kind = "name",
          .weight = Weight::kForm,
          .fits = IsPersonName};
}

}  // namespace gauze
