#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "gauze/measure/measure.h"

// The two breaches of E. Poovammal, M. Ponnavaikko: Categorical Grading Based Personalized Privacy
// Preservation Against Attacks, 2009. Both are about somebody whose rows are known but for which of
// some candidates is theirs, and about what an adversary then concludes with confidence: that at
// least half of the candidates say so. docs/attacks.md has the definitions with examples.
//
// Proximity: a number lies in a short interval, and so it does.
// Divergence: a value belongs to a branch of its hierarchy, and it belongs to another, so that
// somebody is taken for what they are not even nearly.

namespace gauze {

// What the candidates suggest.
struct Conclusion {
  std::uint64_t rows = 0;  // that suggest it
  std::uint64_t of = 0;    // candidates

  bool Confident() const { return of > 0 && 2 * rows >= of; }
  double share() const { return static_cast<double>(rows) / static_cast<double>(of); }
};

// The interval [from, from + length] that holds most rows; of several the lowest. `rows` by number.
struct NearConclusion : Conclusion {
  double from = 0;
};
NearConclusion ConcludeInterval(const std::map<double, std::uint64_t>& rows, double length);

// The branch that holds most rows; of several the first that is not `own`, since a reader who
// hesitates between them does half of the harm already. `rows` by branch.
struct BranchConclusion : Conclusion {
  std::size_t branch = 0;
};
BranchConclusion ConcludeBranch(const std::map<std::size_t, std::uint64_t>& rows, std::size_t own);

// Sums up a breach over victims.
class BreachTally {
 public:
  // So many rows of victims. `share`: of the candidates that suggest it.
  void Add(double share, bool breached, std::uint64_t rows);

  // NAME.breached: share of victims; NAME.highest and .mean: of the shares. Nothing without
  // victims.
  std::vector<Figure> Figures(const std::string& name) const;

 private:
  std::uint64_t victims_ = 0;
  std::uint64_t breached_ = 0;
  double highest_ = 0;
  double sum_ = 0;
};

}  // namespace gauze
