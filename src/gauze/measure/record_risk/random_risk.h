#pragma once

#include <random>
#include <vector>

#include "gauze/measure/record_risk/record_risk.h"

// For tests: small random tables, and the risk written from its definition, set by set and row by
// row.

namespace gauze::risk {

struct RandomRisk {
  RiskTable table;
  RiskSettings settings;
};

// Up to 8 rows in up to 8 tuples, up to 6 attributes of up to 4 values. About one cell in five is
// suppressed if `suppressed`.
inline RandomRisk MakeRandomRisk(std::mt19937_64& random, bool suppressed) {
  const auto below = [&](std::uint64_t n) { return random() % n; };
  RandomRisk made;
  const std::size_t tuples = 1 + below(8);
  const std::size_t attributes = 1 + below(6);
  const bool duplicates = below(3) == 0;
  const bool skewed = below(2) == 0;
  for (std::size_t i = 0; i < tuples; ++i)
    made.table.counts.push_back(duplicates ? 1 + below(4) : 1);
  RiskSettings& settings = made.settings;
  settings.alpha = below(2) == 0 ? 1 : 100;
  settings.reading = below(2) == 0 ? Reading::kPaper : Reading::kProbability;
  settings.matching = below(2) == 0 ? Matching::kWildcard : Matching::kLiteral;
  for (std::size_t j = 0; j < attributes; ++j) {
    const auto domain = static_cast<Code>(1 + below(4));
    CodeColumn column(domain + 1, tuples);
    for (std::size_t i = 0; i < tuples; ++i) {
      auto code = static_cast<Code>(skewed && below(4) != 0 ? 0 : below(domain));
      if (suppressed && below(5) == 0) code = domain;
      column.Set(i, code);
    }
    made.table.columns.push_back(column);
    made.table.domain_sizes.push_back(domain);
    double known = static_cast<double>(below(1000)) / 1000;
    if (below(8) == 0) known = 0;
    if (below(8) == 0 && settings.reading == Reading::kPaper) known = 1;
    settings.known.push_back(known);
    auto& weights = settings.weights.emplace_back();
    const std::uint64_t kind = below(3);  // never sensitive, 0/1, or any
    for (Code code = 0; code < domain; ++code) {
      weights.push_back(kind == 0   ? 0.0
                        : kind == 1 ? static_cast<double>(below(2))
                                    : static_cast<double>(below(1000)) / 999);
    }
  }
  return made;
}

inline bool IsSuppressed(const RiskTable& table, std::size_t tuple, std::size_t attribute) {
  return table.columns[attribute].Get(tuple) == table.domain_sizes[attribute];
}

// Rows that match the tuple on the set; 0 if the set is not among the tuple's known sets.
inline std::uint64_t RowsMatching(const RandomRisk& made, std::size_t tuple, Mask set) {
  const RiskTable& table = made.table;
  std::uint64_t rows = 0;
  for (std::size_t other = 0; other < table.tuples(); ++other) {
    bool matches = true;
    for (std::size_t j = 0; j < table.columns.size(); ++j) {
      if ((set >> j & 1) == 0) continue;
      if (IsSuppressed(table, tuple, j)) return 0;
      const bool free =
          IsSuppressed(table, other, j) && made.settings.matching == Matching::kWildcard;
      if (!free && table.columns[j].Get(other) != table.columns[j].Get(tuple)) matches = false;
    }
    if (matches) rows += table.counts[other];
  }
  return rows;
}

// What one known set contributes, without alpha.
template <typename Real>
Real ContributionOf(const RandomRisk& made, std::size_t tuple, Mask set) {
  const std::uint64_t rows = RowsMatching(made, tuple, set);
  if (rows == 0) return 0;
  Real chance = 1;
  Real weight = 0;
  for (std::size_t j = 0; j < made.table.columns.size(); ++j) {
    if (IsSuppressed(made.table, tuple, j)) continue;
    const Real known = made.settings.known[j];
    if ((set >> j & 1) != 0) {
      chance *= known;
      continue;
    }
    weight += made.settings.weights[j][made.table.columns[j].Get(tuple)];
    if (made.settings.reading == Reading::kProbability) chance *= 1 - known;
  }
  return chance * weight / static_cast<Real>(rows);
}

inline long double TrueRisk(const RandomRisk& made, std::size_t tuple) {
  long double sum = 0;
  for (Mask set = 0; set >> made.table.columns.size() == 0; ++set) {
    sum += ContributionOf<long double>(made, tuple, set);
  }
  return made.settings.alpha * sum;
}

}  // namespace gauze::risk
