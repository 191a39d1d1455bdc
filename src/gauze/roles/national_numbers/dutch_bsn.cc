// The burgerservicenummer of the Netherlands: nine digits that pass the "eleven test".

#include "gauze/roles/characters.h"
#include "gauze/roles/recogniser.h"

namespace gauze {
namespace {

bool IsDutchBsn(std::string_view value) {
  const auto digits = DigitsOf(value, " .", 9, 9);
  if (!digits || *digits == "000000000") return false;
  // The weight of the last digit is minus one.
  return (WeightedSum(*digits, "98765432") - DigitAt(*digits, 8)) % 11 == 0;
}

}  // namespace

Recogniser DutchBsnRecogniser() {
  return {.name = "dutch_bsn",
          .finds = "citizen service numbers of the Netherlands",
          .form = "9 digits whose weighted sum is a multiple of 11",
          .kind = "national number",
          .weight = Weight::kChecked,
          .fits = IsDutchBsn};
}

}  // namespace gauze
