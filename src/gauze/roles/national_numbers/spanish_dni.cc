// The DNI of Spain, and the NIE of foreigners, whose first letter stands for a digit. The last
// letter is the number modulo 23.

#include "gauze/roles/characters.h"
#include "gauze/roles/recogniser.h"

namespace gauze {
namespace {

bool IsSpanishDni(std::string_view value) {
  if (value.size() > 14) return false;
  auto number = WithoutSeparators(value, "-. ");
  if (!number || number->size() != 9) return false;
  const std::size_t foreign = std::string_view("XYZ").find(number->front());
  if (foreign != std::string_view::npos) number->front() = static_cast<char>('0' + foreign);
  const std::string_view text = *number;
  return AllDigits(text.substr(0, 8)) &&
         text[8] == "TRWAGMYFPDXBNJZSQVHLCKE"[NumberOf(text.substr(0, 8)) % 23];
}

}  // namespace

Recogniser SpanishDniRecogniser() {
  return {.name = "spanish_dni",
          .finds = "identity numbers of Spain",
          .form = "8 digits, or X, Y or Z and 7 digits, and a letter modulo 23",
          .kind = "national number",
          .weight = Weight::kChecked,
          .fits = IsSpanishDni};
}

}  // namespace gauze
