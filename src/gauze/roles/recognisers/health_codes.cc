// Codes of diagnoses (ICD-10, ICD-9-CM), drugs (ATC) and laboratory tests (LOINC).

#include <algorithm>

#include "gauze/roles/characters.h"
#include "gauze/roles/recogniser.h"

namespace gauze {
namespace {

// A letter, a digit, a digit or A or B, and up to four more after a point, as in the modifications
// of the United States and Germany.
bool IsIcd10(std::string_view value) {
  if (value.size() < 3 || value.size() > 8 || !IsUpper(value[0]) || !IsDigit(value[1]))
    return false;
  if (!IsDigit(value[2]) && value[2] != 'A' && value[2] != 'B') return false;
  std::string_view rest = value.substr(3);
  if (rest == "." || rest == ".-") return rest == ".-";
  if (rest.starts_with('.')) rest.remove_prefix(1);
  return rest.size() <= 4 &&
         std::ranges::all_of(rest, [](char c) { return IsDigit(c) || IsUpper(c); });
}

// Three digits, V and two digits, or E and three digits; up to two more after a point.
bool IsIcd9(std::string_view value) {
  const std::size_t point = value.find('.');
  const std::string_view category = value.substr(0, point);
  if (!HasForm(category, "999") && !HasForm(category, "V99") && !HasForm(category, "E999")) {
    return false;
  }
  if (point == std::string_view::npos) return true;
  const std::string_view rest = value.substr(point + 1);
  return AllDigits(rest) && rest.size() <= 2;
}

// The fifth level: an anatomical group, two digits, two letters, two digits.
bool IsAtc(std::string_view value) {
  return value.size() == 7 && HasForm(value, "A99AA99") && IsUpper(value[0]) && IsUpper(value[3]) &&
         IsUpper(value[4]) &&
         std::string_view("ABCDGHJLMNPRSV").find(value[0]) != std::string_view::npos;
}

bool IsLoinc(std::string_view value) {
  const std::size_t hyphen = value.find('-');
  if (hyphen == 0 || hyphen > 7 || hyphen + 2 != value.size()) return false;
  const auto digits = DigitsOf(value, "-", 2, 8);
  return digits && LuhnHolds(*digits);
}

}  // namespace

Recogniser Icd10Recogniser() {
  return {.name = "icd_10",
          .finds = "codes as ICD-10 has them",
          .form = "a letter, two digits, and up to four more after a point",
          .kind = "diagnosis",
          .weight = Weight::kForm,
          .fits = IsIcd10};
}

Recogniser Icd9Recogniser() {
  return {.name = "icd_9_cm",
          .finds = "codes as ICD-9-CM has them",
          .form = "three digits, V and two, or E and three, and up to two more after a point",
          .kind = "diagnosis",
          .weight = Weight::kForm,
          .fits = IsIcd9};
}

Recogniser AtcCodeRecogniser() {
  return {.name = "atc",
          .finds = "ATC codes",
          .form = "a letter of an anatomical group, two digits, two letters, two digits",
          .kind = "drug",
          .weight = Weight::kCertain,
          .fits = IsAtc};
}

Recogniser LoincCodeRecogniser() {
  return {.name = "loinc",
          .finds = "LOINC codes",
          .form = "up to seven digits, a hyphen, and Luhn's check digit",
          .kind = "test result",
          .weight = Weight::kChecked,
          .fits = IsLoinc};
}

}  // namespace gauze
