// The personnummer of Sweden and the samordningsnummer, in which the day is 60 larger.

#include "gauze/roles/characters.h"
#include "gauze/roles/recogniser.h"

namespace gauze {
namespace {

bool IsSwedishPersonalNumber(std::string_view value) {
  const auto number = DigitsOf(value, "-+", 10, 12);
  if (!number || number->size() == 11) return false;
  const std::size_t mark = value.find_first_of("-+");
  if (mark != std::string_view::npos && mark + 5 != value.size()) return false;
  const bool has_century = number->size() == 12;
  if (has_century && number->compare(0, 2, "18") < 0) return false;
  if (has_century && number->compare(0, 2, "20") > 0) return false;
  const std::string_view digits = std::string_view(*number).substr(has_century ? 2 : 0);
  const int year = NumberOf(digits.substr(0, 2));
  const int day = NumberOf(digits.substr(4, 2));
  // Without the century a 29 February is let pass: 2000 was a leap year, and all years by four.
  return LuhnHolds(digits) &&
         IsDay(2000 + year, NumberOf(digits.substr(2, 2)), day > 60 ? day - 60 : day);
}

}  // namespace

Recogniser SwedishPersonalNumberRecogniser() {
  return {.name = "swedish_personal_number",
          .finds = "personal numbers of Sweden",
          .form = "a day of birth and four digits, the last Luhn's check digit",
          .kind = "national number",
          .weight = Weight::kChecked,
          .fits = IsSwedishPersonalNumber};
}

}  // namespace gauze
