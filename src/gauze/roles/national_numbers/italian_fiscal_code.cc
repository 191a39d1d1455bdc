// The Codice Fiscale of Italy: letters of the name, date of birth and sex, place, check character.
// Decree of 23 December 1976; digits may be replaced by letters where two people would share one.

#include "gauze/roles/characters.h"
#include "gauze/roles/recogniser.h"

namespace gauze {
namespace {

// What a character counts at an odd place; at an even place a digit counts itself, a letter its
// place in the alphabet.
constexpr int kOddDigits[] = {1, 0, 5, 7, 9, 13, 15, 17, 19, 21};
constexpr int kOddLetters[] = {1,  0,  5, 7, 9, 13, 15, 17, 19, 21, 2,  4,  18,
                               20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23};
constexpr std::string_view kStandForDigits = "LMNPQRSTUV";
constexpr std::string_view kMonths = "ABCDEHLMPRST";

// The digit at a place where one belongs; -1 if none stands there.
int FiscalDigit(char c) {
  if (IsDigit(c)) return c - '0';
  const std::size_t found = kStandForDigits.find(c);
  return found == std::string_view::npos ? -1 : static_cast<int>(found);
}

bool IsItalianFiscalCode(std::string_view value) {
  if (value.size() != 16) return false;
  std::string code;
  for (const char c : value) code += ToUpper(c);
  int sum = 0;
  for (std::size_t i = 0; i < code.size(); ++i) {
    const bool wants_digit = i == 6 || i == 7 || i == 9 || i == 10 || (i >= 12 && i <= 14);
    if (wants_digit ? FiscalDigit(code[i]) < 0 : !IsLetter(code[i])) return false;
    if (i == 15) break;
    const int place = IsDigit(code[i]) ? code[i] - '0' : code[i] - 'A';
    // Places count from one.
    sum += i % 2 == 1 ? place : (IsDigit(code[i]) ? kOddDigits[place] : kOddLetters[place]);
  }
  const int day = FiscalDigit(code[9]) * 10 + FiscalDigit(code[10]);  // of women 40 more
  return kMonths.find(code[8]) != std::string_view::npos &&
         ((day >= 1 && day <= 31) || (day >= 41 && day <= 71)) && code[15] == 'A' + sum % 26;
}

}  // namespace

Recogniser ItalianFiscalCodeRecogniser() {
  return {.name = "italian_fiscal_code",
          .finds = "fiscal codes of Italy",
          .form = "16 letters and digits with a day of birth, the last a check character modulo 26",
          .kind = "national number",
          .weight = Weight::kChecked,
          .fits = IsItalianFiscalCode};
}

}  // namespace gauze
