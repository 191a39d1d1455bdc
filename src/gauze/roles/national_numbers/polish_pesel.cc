// The PESEL of Poland: day of birth, with the century in the month, four digits, check digit.

#include "gauze/roles/characters.h"
#include "gauze/roles/recogniser.h"

namespace gauze {
namespace {

bool IsPolishPesel(std::string_view value) {
  if (value.size() != 11 || !AllDigits(value)) return false;
  // 1 to 12 is a month of the years from 1900, 21 to 32 from 2000, up to 81 to 92 from 1800.
  constexpr int kCenturies[] = {1900, 2000, 2100, 2200, 1800};
  const int month = NumberOf(value.substr(2, 2));
  const int year = kCenturies[month / 20] + NumberOf(value.substr(0, 2));
  return IsDay(year, month % 20, NumberOf(value.substr(4, 2))) &&
         WeightedSum(value, "13791379131") % 10 == 0;
}

}  // namespace

Recogniser PolishPeselRecogniser() {
  return {.name = "polish_pesel",
          .finds = "PESEL numbers of Poland",
          .form = "11 digits that begin with a day of birth, the last by weights modulo 10",
          .kind = "national number",
          .weight = Weight::kChecked,
          .fits = IsPolishPesel};
}

}  // namespace gauze
