// The NHS number of England, Wales and the Isle of Man; Scotland's CHI and Northern Ireland's
// number have the same check digit.

#include "gauze/roles/characters.h"
#include "gauze/roles/recogniser.h"

namespace gauze {
namespace {

bool IsUkNhsNumber(std::string_view value) {
  const auto digits = DigitsOf(value, " -", 10, 10);
  if (!digits || digits->front() == '0') return false;
  // Weights from 10 down to 2; a check digit of 10 is not issued.
  const int sum =
      DigitAt(*digits, 0) * 10 + WeightedSum(std::string_view(*digits).substr(1), "98765432");
  return (11 - sum % 11) % 11 == DigitAt(*digits, 9);
}

}  // namespace

Recogniser UkNhsNumberRecogniser() {
  return {.name = "uk_nhs_number",
          .finds = "NHS numbers of the United Kingdom",
          .form = "10 digits, the last by weights modulo 11",
          .kind = "medical record number",
          .weight = Weight::kChecked,
          .fits = IsUkNhsNumber};
}

}  // namespace gauze
