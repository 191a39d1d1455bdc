// Vehicle identification numbers, ISO 3779, with the check digit of North America and China (49 CFR
// 565.15). Elsewhere makers may leave it out: such columns are known by their name only.

#include "gauze/roles/characters.h"
#include "gauze/roles/recogniser.h"

namespace gauze {
namespace {

// What a letter counts, from A; I, O and Q are not used.
constexpr std::string_view kVehicleLetters = "12345678-12345-7-923456789";

bool IsVehicleNumber(std::string_view value) {
  constexpr std::size_t kCheck = 8;
  constexpr int kWeights[] = {8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2};
  if (value.size() != 17) return false;
  int sum = 0;
  for (std::size_t i = 0; i < value.size(); ++i) {
    const char c = ToUpper(value[i]);
    if (!IsAlnum(c)) return false;
    const char counts = IsDigit(c) ? c : kVehicleLetters[static_cast<std::size_t>(c - 'A')];
    if (counts == '-') return false;
    sum += (counts - '0') * kWeights[i];
  }
  return ToUpper(value[kCheck]) == "0123456789X"[sum % 11];
}

}  // namespace

Recogniser VehicleNumberRecogniser() {
  return {.name = "vehicle_number",
          .finds = "vehicle identification numbers",
          .form = "17 letters and digits, the ninth a check digit (ISO 3779, 49 CFR 565.15)",
          .kind = "vehicle",
          .weight = Weight::kChecked,
          .fits = IsVehicleNumber};
}

}  // namespace gauze
