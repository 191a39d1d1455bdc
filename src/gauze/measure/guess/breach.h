#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "gauze/measure/measure.h"

// The two breaches of E. Poovammal, M. Ponnavaikko: Categorical Grading Based Personalized Privacy
// Preservation Against Attacks, 2009. Both are about somebody whose row is one of some candidates,
// and about what an adversary then concludes with confidence: what at least half of the candidates
// say. docs/attacks.md has the definitions with examples.
//
// Proximity: a number lies in a short interval, and so it does.
// Divergence: a value belongs to a branch of its hierarchy, and it belongs to another, so that
// somebody is taken for what they are not even nearly.

namespace gauze {

// What is suggested about one person.
struct BreachVerdict {
  double share = 0;  // of the candidates that suggest it
  bool breached = false;
};

// The interval [from, from + length] that holds most rows; of several the lowest.
struct NearConclusion {
  double from = 0;
  double length = 0;
  std::uint64_t rows = 0;        // in the interval
  std::uint64_t candidates = 0;  // all of them, also those without a number

  BreachVerdict Judge(double own) const;
};
NearConclusion ConcludeInterval(const std::map<double, std::uint64_t>& rows_of_number,
                                std::uint64_t candidates, double length);

// The verdict about somebody of the branch `own`: `share` is that of all candidates in other
// branches; it is a breach if one of these holds as many as `own` and at least half of all, since a
// reader who hesitates between two does half of the harm already.
BreachVerdict JudgeBranch(const std::map<std::size_t, std::uint64_t>& rows_of_branch,
                          std::uint64_t candidates, std::size_t own);

// Sums up verdicts.
class BreachTally {
 public:
  // About so many rows of victims.
  void Add(const BreachVerdict& verdict, std::uint64_t rows);

  std::uint64_t victims() const { return victims_; }
  double breached() const;  // share of victims
  double highest() const { return highest_; }
  double mean() const;

  // NAME.breached, NAME.highest, NAME.mean. Nothing without victims.
  std::vector<Figure> Figures(const std::string& name) const;

 private:
  std::uint64_t victims_ = 0;
  std::uint64_t breached_ = 0;
  double highest_ = 0;
  double sum_ = 0;
};

}  // namespace gauze
