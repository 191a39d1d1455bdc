// The CPF of Brazil: nine digits and two check digits modulo 11, of which 10 is written as 0. So
// one changed digit in a few hundred is not noticed, as everywhere that CPFs are checked.

#include "gauze/roles/characters.h"
#include "gauze/roles/recogniser.h"

namespace gauze {
namespace {

// The check digit after the first `count` digits.
int CpfCheck(std::string_view digits, std::size_t count) {
  int sum = 0;
  for (std::size_t i = 0; i < count; ++i) {
    sum += DigitAt(digits, i) * static_cast<int>(count + 1 - i);
  }
  return sum * 10 % 11 % 10;
}

bool IsBrazilianCpf(std::string_view value) {
  const auto digits = DigitsOf(value, ".-", 11, 11);
  if (!digits || digits->find_first_not_of(digits->front()) == std::string::npos) return false;
  return CpfCheck(*digits, 9) == DigitAt(*digits, 9) &&
         CpfCheck(*digits, 10) == DigitAt(*digits, 10);
}

}  // namespace

Recogniser BrazilianCpfRecogniser() {
  return {.name = "brazilian_cpf",
          .finds = "CPF numbers of Brazil",
          .form = "11 digits, not all the same, the last two by weights modulo 11",
          .kind = "national number",
          .weight = Weight::kChecked,
          .fits = IsBrazilianCpf};
}

}  // namespace gauze
