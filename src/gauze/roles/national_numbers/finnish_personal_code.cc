// The henkilötunnus of Finland: day of birth, a sign for the century, three digits, and a check
// character modulo 31.

#include "gauze/roles/characters.h"
#include "gauze/roles/recogniser.h"

namespace gauze {
namespace {

bool IsFinnishPersonalCode(std::string_view value) {
  // Since 2023 several signs stand for the same century.
  constexpr std::string_view kCenturies = "+-YXWVUABCDEF";
  if (value.size() != 11 || kCenturies.find(ToUpper(value[6])) == std::string_view::npos ||
      !AllDigits(value.substr(0, 6)) || !AllDigits(value.substr(7, 3))) {
    return false;
  }
  const int birth = NumberOf(value.substr(0, 6));
  const int individual = NumberOf(value.substr(7, 3));
  return IsDay(2000 + birth % 100, birth / 100 % 100, birth / 10'000) && individual >= 2 &&
         ToUpper(value[10]) ==
             "0123456789ABCDEFHJKLMNPRSTUVWXY"[(birth * 1000LL + individual) % 31];
}

}  // namespace

Recogniser FinnishPersonalCodeRecogniser() {
  return {.name = "finnish_personal_code",
          .finds = "personal identity codes of Finland",
          .form = "a day of birth, a sign, three digits, a check character modulo 31",
          .kind = "national number",
          .weight = Weight::kChecked,
          .fits = IsFinnishPersonalCode};
}

}  // namespace gauze
