// The NIR of France ("numéro de sécurité sociale"): sex, year and month of birth, place, order, and
// a key modulo 97. The two departments of Corsica, 2A and 2B, count as 19 and 18.

#include "gauze/roles/characters.h"
#include "gauze/roles/recogniser.h"

namespace gauze {
namespace {

bool IsFrenchNir(std::string_view value) {
  if (value.size() > 30) return false;
  auto number = WithoutSeparators(value, " -.");
  if (!number || number->size() != 15) return false;
  if (number->compare(5, 2, "2A") == 0) number->replace(5, 2, "19");
  if (number->compare(5, 2, "2B") == 0) number->replace(5, 2, "18");
  const std::string_view digits = *number;
  if (!AllDigits(digits)) return false;
  // Months from 20 on stand for ones that are not known.
  const int month = NumberOf(digits.substr(3, 2));
  const bool is_month = (month >= 1 && month <= 12) || month >= 20;
  const bool is_sex = std::string_view("123478").find(digits[0]) != std::string_view::npos;
  return is_sex && is_month &&
         97 - RemainderBy97(digits.substr(0, 13)) == NumberOf(digits.substr(13));
}

}  // namespace

Recogniser FrenchNirRecogniser() {
  return {.name = "french_nir",
          .finds = "social security numbers of France",
          .form = "13 digits (2A and 2B for Corsica) and a key modulo 97",
          .kind = "national number",
          .weight = Weight::kChecked,
          .fits = IsFrenchNir};
}

}  // namespace gauze
