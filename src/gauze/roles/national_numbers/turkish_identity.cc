// The T.C. kimlik numarası of Türkiye: nine digits and two check digits.

#include "gauze/roles/characters.h"
#include "gauze/roles/recogniser.h"

namespace gauze {
namespace {

bool IsTurkishIdentity(std::string_view value) {
  if (value.size() != 11 || !AllDigits(value) || value.front() == '0') return false;
  const int odd = WeightedSum(value, "101010101");
  const int even = WeightedSum(value, "01010101");
  // Four even digits are at most 36; 40 keeps the difference positive and the remainder as it is.
  const int tenth = (7 * odd - even + 40) % 10;
  return tenth == DigitAt(value, 9) && (odd + even + tenth) % 10 == DigitAt(value, 10);
}

}  // namespace

Recogniser TurkishIdentityRecogniser() {
  return {.name = "turkish_identity",
          .finds = "identity numbers of Türkiye",
          .form = "11 digits, the last two check digits",
          .kind = "national number",
          .weight = Weight::kChecked,
          .fits = IsTurkishIdentity};
}

}  // namespace gauze
