#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "gauze/base/error.h"
#include "gauze/base/progress.h"
#include "gauze/measure/record_risk/risk_table.h"

// The disclosure risk of every record, in certified intervals.
//
//   D(r) = alpha * sum over S of A(r) of p(S) * 1/F_S(r) * sum over u in A(r) \ S of w_u(r)
//
// A(r) are the attributes of which r has a value that is not suppressed. S runs over all subsets of
// A(r), the known sets. PK_j is how likely an adversary knows attribute j of a victim, and
//   p(S) = product of PK_j over S                                            (reading `paper`)
//   p(S) = the same, times the product of 1 - PK_j over A(r) \ S       (reading `probability`).
// w_u(r) is the weight of u times the weight of r's value there. F_S(r) is how many rows match r on
// S, r included. As S holds no attribute that is suppressed in r, only suppressed cells of *other*
// rows are in question: they match every value (`wildcard`) or none (`literal`: `*` equals `*`
// alone, and r has no `*` on S). A suppressed cell weighs nothing, and what an adversary knows of
// it does not help: under `probability` it is summed out, so p sums up to 1 over the subsets of
// A(r).
//
// With `wildcard` no record's risk rises when cells of any record are suppressed: F_S can only
// grow, and r's own suppression removes weights and, of each pair S and S + j, the set with the
// smaller F. With `literal` the risk of others can rise.
//
// The empty known set contributes alpha * p({}) * (sum of all weights) / rows to every record. This
// floor is part of D and reported apart.
//
// M. Orooji, G. M. Knapp: Improving Suppression to Reduce Disclosure Risk and Enhance Data Utility.
// IISE Annual Conference 2018, equations 1 to 3.

namespace gauze::risk {

// D lies in [lo, hi]. This holds against floating-point error too: every term is widened by more
// than its roundings can be (interval.h).
struct RecordRisk {
  double lo = 0;
  double hi = 0;
  double floor = 0;  // to the nearest double

  // After kDecide or with lo == hi, whether the risk is above delta. Where D is so near to delta
  // that rounding hides the difference, it counts as above.
  bool Above(double delta) const { return hi > delta; }
};

// How narrow the intervals must be.
struct Goal {
  enum class Kind : std::uint8_t {
    kDecide,   // [lo, hi] is on one side of delta, unless as narrow as rounding allows
    kCertify,  // width at most the larger of 1e-6 * alpha and 0.1 % of lo
    kExact,    // as narrow as rounding allows, about 1e-12 of D: for small tables or few tuples
  };
  Kind kind = Kind::kCertify;
  double delta = 0;  // of kDecide
};

// One result for each tuple in `chosen`; empty means all. A million rows of 20 to 30 attributes,
// few of which are likely known, take seconds to a minute. The time is exponential in the number of
// attributes that are likely known, not in that of all attributes. The results do not depend on
// the number of threads.
Result<std::vector<RecordRisk>> ComputeRecordRisk(const RiskTable& table,
                                                  const RiskSettings& settings, const Goal& goal,
                                                  Progress& progress,
                                                  std::span<const std::uint32_t> chosen = {},
                                                  const Tuning& tuning = {});

// For each chosen tuple the known set, other than the empty one, that contributes most to its risk.
// Exact: contributions are compared as p(S) * weight / F computed in one fixed way. Of equal ones
// the smaller set is taken, then the one with the smaller mask. 0 if none contributes anything.
Result<std::vector<Mask>> TopKnownSets(const RiskTable& table, const RiskSettings& settings,
                                       Progress& progress, std::span<const std::uint32_t> chosen);

// What would be left of the risk if one cell were suppressed, for each chosen tuple and attribute
// (tuple-major; infinite where the cell is suppressed already). To about 1e-5 * alpha, not
// certified: it is for choosing.
Result<std::vector<double>> RiskWithoutCell(const RiskTable& table, const RiskSettings& settings,
                                            Progress& progress,
                                            std::span<const std::uint32_t> chosen);

// Sizes fit each other, counts and codes are in range, PKs and weights are allowed.
Status Validate(const RiskTable& table, const RiskSettings& settings);

}  // namespace gauze::risk
