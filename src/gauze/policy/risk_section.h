#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "gauze/base/error.h"
#include "gauze/table/attribute.h"

namespace gauze {

// The reading of the risk: as the paper prints it, known sets weigh the product of what is known;
// as a probability, times what is not known.
enum class RiskReading : std::uint8_t { kPaper, kProbability };
// What a suppressed cell matches: every value, or only other suppressed cells.
enum class SuppressedCells : std::uint8_t { kWildcard, kLiteral };

// The `risk` section of a policy: what an adversary may know of a person, and what it would do to
// the person if the rest came out. docs/models/record_risk.md is the manual.
struct RiskSection {
  struct Weight {
    std::string column;
    double weight = 0;                     // of the column, 0 to 1
    std::map<std::string, double> values;  // of its values; empty: all weigh 1
    std::optional<double> others;          // of values that are not listed; none: they must be
    std::string where;
  };

  double alpha = 0;
  std::vector<std::pair<std::string, double>> known;  // column, chance that it is known
  std::vector<Weight> weights;
  RiskReading reading = RiskReading::kPaper;
  SuppressedCells suppressed = SuppressedCells::kWildcard;
  std::string where;

  bool Weighs(std::string_view column) const;
};

// Columns exist; what may be known is quasi-identifying, and every quasi-identifier has a chance.
Status CheckRiskColumns(const RiskSection& risk, const std::vector<Attribute>& attributes);

}  // namespace gauze
