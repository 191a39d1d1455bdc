#pragma once

#include <vector>

#include "gauze/model/freeform/breaches.h"

namespace gauze::freeform {

// Freeform attacks as a condition on one class, for transforms that cut the table into classes
// instead of releasing each column through one cut: within the class, no X over the guarded
// attributes makes a target more likely than the threshold allows.
//
// All other attributes must show the same in the whole class, or something above that does not tell
// its rows apart. Then an X over them selects whole classes, a share over several classes is a
// weighted mean of the shares within each, and no such X does better than one class. For the same
// reason the union of two classes that satisfy the condition satisfies it (monotone). Beyond the
// paper, which has one cut per column only.
//
// Costs about as many steps as the class has distinct rows over the guarded attributes, times the
// critical values above each.
class ClassCondition {
 public:
  // Trees of the guarded attributes, in the order of the items' nodes.
  ClassCondition(std::vector<GuardedTree> trees, const BreachRules& rules);

  // `rows` are those of the class, by what they show of the guarded attributes. Exact. A class
  // without rows holds. May be called from several threads.
  bool Holds(const Items& rows) const;

  // The largest threat within the class.
  Threat Worst(const Items& rows) const;

 private:
  Threat Search(const Items& rows, bool stop_at_breach) const;

  std::vector<GuardedTree> trees_;
  BreachRules rules_;
  std::vector<Choices> choices_;
};

}  // namespace gauze::freeform
