#pragma once

#include <array>
#include <cstdint>
#include <map>

// What measures and reports tell of class sizes, so that both tell the same.

namespace gauze {

using SizeCounts = std::map<std::uint64_t, std::uint64_t>;  // rows of a class -> classes

// The middle size, or the mean of the two middle ones. There is a class.
double MedianSize(const SizeCounts& sizes);

// Rows in classes of fewer than `cell` rows.
std::uint64_t RowsInSmaller(const SizeCounts& sizes, std::uint64_t cell);

// A limit of risk, 1 / class size, that somebody uses. These come from smallest cell sizes and are
// written rounded: 0.33 is a cell of 3 and 0.09 a cell of 11. So rows are compared by class size,
// and a class of exactly 11 is not above 0.09 although 1/11 is 0.0909.
struct RiskThreshold {
  const char* name;
  double limit;
  std::uint64_t cell;
  const char* source;
};
inline constexpr std::array kRiskThresholds = {
    RiskThreshold{"cells of 20", 0.05, 20,
                  "public patient data in Canada and the United States; El Emam: Guide to the "
                  "De-Identification of Personal Health Information, CRC Press 2013, Cell Size "
                  "Precedents"},
    RiskThreshold{"EMA Policy 0070, Health Canada", 0.09, 11,
                  "EMA: External guidance on the implementation of Policy 0070, 2016; Health "
                  "Canada: Public Release of Clinical Information, 2019"},
    RiskThreshold{"cells of 5", 0.2, 5,
                  "the widespread rule of five; El Emam 2013, Cell Size Precedents"},
    RiskThreshold{"cells of 3", 0.33, 3, "El Emam 2013, Cell Size Precedents"}};

}  // namespace gauze
