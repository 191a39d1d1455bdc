// Postal codes whose form is their own, and the ZIP code, which any five digits look like.

#include "gauze/roles/characters.h"
#include "gauze/roles/recogniser.h"

namespace gauze {
namespace {

bool IsUsZip(std::string_view value) { return HasForm(value, "99999"); }

bool IsUsZipPlus4(std::string_view value) { return HasForm(value, "99999-9999"); }

// The second half is a digit and two letters, which are none of C, I, K, M, O and V; the first has
// six forms.
bool IsUkPostcode(std::string_view value) {
  if (value.size() < 5 || value.size() > 8) return false;
  const std::string_view inward = value.substr(value.size() - 3);
  std::string_view outward = value.substr(0, value.size() - 3);
  if (outward.ends_with(' ')) outward.remove_suffix(1);
  if (!HasForm(inward, "9AA") || inward.find_first_of("CIKMOVcikmov") != std::string_view::npos) {
    return false;
  }
  return HasForm(outward, "A9") || HasForm(outward, "A99") || HasForm(outward, "AA9") ||
         HasForm(outward, "AA99") || HasForm(outward, "A9A") || HasForm(outward, "AA9A");
}

bool IsCanadianPostalCode(std::string_view value) {
  return (HasForm(value, "A9A 9A9") || HasForm(value, "A9A9A9") || HasForm(value, "A9A-9A9")) &&
         value.find_first_of("DFIOQUdfioqu") == std::string_view::npos &&
         ToUpper(value.front()) != 'W' && ToUpper(value.front()) != 'Z';
}

}  // namespace

Recogniser UsZipRecogniser() {
  return {.name = "us_zip",
          .finds = "five digits, as ZIP codes have",
          .form = "five digits",
          .kind = "postcode",
          .weight = Weight::kForm,
          .fits = IsUsZip};
}

Recogniser UsZipPlus4Recogniser() {
  return {.name = "us_zip_plus_4",
          .finds = "ZIP+4 codes",
          .form = "five digits, a hyphen, four digits",
          .kind = "postcode",
          .weight = Weight::kCertain,
          .fits = IsUsZipPlus4};
}

Recogniser UkPostcodeRecogniser() {
  return {.name = "uk_postcode",
          .finds = "postcodes of the United Kingdom",
          .form = "one of six forms of an outward code, then a digit and two letters",
          .kind = "postcode",
          .weight = Weight::kCertain,
          .fits = IsUkPostcode};
}

Recogniser CanadianPostalCodeRecogniser() {
  return {.name = "canadian_postal_code",
          .finds = "postal codes of Canada",
          .form = "letter, digit, letter, digit, letter, digit, without letters that are not used",
          .kind = "postcode",
          .weight = Weight::kCertain,
          .fits = IsCanadianPostalCode};
}

}  // namespace gauze
