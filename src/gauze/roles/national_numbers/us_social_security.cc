// The Social Security number of the United States, written in groups. It has no check digit, so
// nine digits in a row are not taken for one; numbers that were never issued are refused.

#include "gauze/roles/characters.h"
#include "gauze/roles/recogniser.h"

namespace gauze {
namespace {

bool IsUsSocialSecurity(std::string_view value) {
  if (!HasForm(value, "999-99-9999") && !HasForm(value, "999 99 9999")) return false;
  const int area = NumberOf(value.substr(0, 3));
  return area != 0 && area != 666 && area < 900 && value.substr(4, 2) != "00" &&
         value.substr(7) != "0000";
}

}  // namespace

Recogniser UsSocialSecurityRecogniser() {
  return {
      .name = "us_ssn",
      .finds = "Social Security numbers of the United States",
      .form =
          "groups of 3, 2 and 4 digits, none of them all zeros, the first below 900 and not 666",
      .kind = "national number",
      .weight = Weight::kCertain,
      .fits = IsUsSocialSecurity};
}

}  // namespace gauze
