// Telephone numbers, with the country's code or without.

#include <algorithm>

#include "gauze/roles/characters.h"
#include "gauze/roles/recogniser.h"

namespace gauze {
namespace {

constexpr std::string_view kPhoneSeparators = " -./()";

struct PhoneParts {
  std::size_t digits = 0;
  std::size_t points = 0;
  std::size_t others = 0;  // separators that are not points
  bool clean = true;       // nothing but digits and separators
};

PhoneParts PartsOfPhone(std::string_view value) {
  PhoneParts parts;
  for (const char c : value) {
    if (IsDigit(c)) {
      ++parts.digits;
    } else if (c == '.') {
      ++parts.points;
    } else if (kPhoneSeparators.find(c) != std::string_view::npos) {
      ++parts.others;
    } else {
      parts.clean = false;
    }
  }
  return parts;
}

// E.164: at most fifteen digits, the first not a zero.
bool IsInternationalPhone(std::string_view value) {
  if (value.size() > 30) return false;
  if (value.starts_with('+')) {
    value.remove_prefix(1);
  } else if (value.starts_with("00")) {
    value.remove_prefix(2);
    if (PartsOfPhone(value).others == 0) return false;
  } else {
    return false;
  }
  const PhoneParts parts = PartsOfPhone(value);
  return !value.empty() && value.front() >= '1' && value.front() <= '9' && IsDigit(value.back()) &&
         parts.clean && parts.digits >= 8 && parts.digits <= 15;
}

// "(555) 010-0123" and what is parted like it.
bool IsNorthAmerican(std::string_view value) {
  return HasForm(value, "(999) 999-9999") || HasForm(value, "(999)999-9999") ||
         HasForm(value, "999-999-9999") || HasForm(value, "999.999.9999") ||
         HasForm(value, "1-999-999-9999");
}

// A zero first, as nearly everywhere else, and parted: a mere number is not one, and neither is a
// decimal.
bool IsNationalPhone(std::string_view value) {
  if (value.size() > 24) return false;
  if (IsNorthAmerican(value)) return true;
  const PhoneParts parts = PartsOfPhone(value);
  return (value.starts_with('0') || value.starts_with("(0")) && IsDigit(value.back()) &&
         parts.clean && parts.digits >= 9 && parts.digits <= 12 &&
         (parts.others > 0 || parts.points > 1);
}

}  // namespace

Recogniser InternationalPhoneRecogniser() {
  return {.name = "international_phone",
          .finds = "telephone numbers with a country's code",
          .form = "`+` or `00`, then 8 to 15 digits",
          .kind = "phone",
          .weight = Weight::kCertain,
          .fits = IsInternationalPhone};
}

Recogniser NationalPhoneRecogniser() {
  return {.name = "national_phone",
          .finds = "telephone numbers",
          .form = "a zero and 8 to 11 more digits in groups, or ten digits as in North America",
          .kind = "phone",
          .weight = Weight::kChecked,
          .fits = IsNationalPhone};
}

}  // namespace gauze
