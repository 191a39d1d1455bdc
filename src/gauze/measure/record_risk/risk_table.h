#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "gauze/table/code_column.h"

// The table whose records are at risk, and what adversaries are taken to know of it.

namespace gauze::risk {

using Mask = std::uint64_t;  // bit j is attribute j of the table
constexpr std::size_t kMostAttributes = 63;

// Distinct rows with counts. Equal tuples may come more than once, at the cost of time.
struct RiskTable {
  std::vector<CodeColumn> columns;  // columns[attribute].Get(tuple)
  // Codes 0 … domain_sizes[attribute] - 1 are values; domain_sizes[attribute] is "suppressed".
  std::vector<Code> domain_sizes;
  std::vector<std::uint64_t> counts;  // rows that are this tuple, at least 1

  std::size_t tuples() const { return counts.size(); }
};

enum class Reading : std::uint8_t { kPaper, kProbability };
enum class Matching : std::uint8_t { kWildcard, kLiteral };

struct RiskSettings {
  double alpha = 1;           // above 0: only rescales
  std::vector<double> known;  // PK of each attribute, 0 to 1; below 0.999999 for kProbability
  // weights[attribute][code] is the weight of the attribute times that of the value, at least 0.
  std::vector<std::vector<double>> weights;
  Reading reading = Reading::kPaper;
  Matching matching = Matching::kWildcard;
};

// Thresholds that change the time of a run but not what it guarantees. Tests vary them.
struct Tuning {
  double flag_share = 0.7;          // an attribute is a flag if its commonest value has this share
  std::size_t small_group = 5;      // groups of so many items are solved exactly; at most 8
  std::size_t merge = 32;           // smallest group in which equal items are looked for
  std::size_t parallel = 2048;      // smallest group whose parts run in parallel
  std::size_t superset_rows = 100;  // the last so many tuples by superset sums, each in 2^m
};

}  // namespace gauze::risk
