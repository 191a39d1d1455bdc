// The tax identification number of Germany (§ 139b AO): of its first ten digits one occurs twice or
// three times and no other more than once, and the eleventh is a check digit of ISO/IEC 7064,
// MOD 11,10.

#include <array>

#include "gauze/roles/characters.h"
#include "gauze/roles/recogniser.h"

namespace gauze {
namespace {

bool IsGermanTaxNumber(std::string_view value) {
  const auto digits = DigitsOf(value, " ", 11, 11);
  if (!digits || digits->front() == '0') return false;
  std::array<int, 10> occurs{};
  int product = 10;
  for (std::size_t i = 0; i < 10; ++i) {
    const int digit = DigitAt(*digits, i);
    ++occurs[static_cast<std::size_t>(digit)];
    const int sum = (digit + product) % 10;
    product = (sum == 0 ? 10 : sum) * 2 % 11;
  }
  int repeated = 0;
  for (const int times : occurs) {
    if (times > 3) return false;
    if (times > 1) ++repeated;
  }
  return repeated == 1 && (11 - product) % 10 == DigitAt(*digits, 10);
}

}  // namespace

Recogniser GermanTaxNumberRecogniser() {
  return {.name = "german_tax_number",
          .finds = "tax identification numbers of Germany",
          .form = "11 digits, exactly one of the first ten repeated, a check digit of ISO/IEC 7064",
          .kind = "national number",
          .weight = Weight::kChecked,
          .fits = IsGermanTaxNumber};
}

}  // namespace gauze
