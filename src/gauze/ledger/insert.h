#pragma once

#include "gauze/ledger/box.h"
#include "gauze/ledger/class_cut.h"
#include "gauze/ledger/method.h"

namespace gauze::ledger {

// When a class that was released may be cut in two: the part in which methods that insert differ.
class SplitRule {
 public:
  virtual ~SplitRule() = default;

  // Before a release: the classes as they are, batch not yet inserted.
  virtual void Begin(const State& state) = 0;
  // May the class be cut so? Its sides are good classes.
  virtual bool Allows(const State& state, std::size_t index, const Cut& cut) = 0;
  // A class has new members, or is new.
  virtual void Changed(const State& state, std::size_t index) = 0;
  // After a release: what has to be remembered of it. Classes that are new or changed have the
  // number of the release as `since`.
  virtual void End(State& state) = 0;
};

// The paper's algorithm (sections 4.2 and 4.3). The first release is the transform's. Later, each
// record joins the waiting list of the class where it costs least; a list that is good by itself is
// inserted; records from all lists that form a good class apart from every class so far are added
// as one; and classes with new members are cut in two where that loses less and the rule allows it.
// Cost: records × classes × quasi-identifiers for the lists.
Result<State> InsertAndSplit(const AppendInput& input, const Constraints& constraints, State state,
                             const Group& batch, BoxBook& boxes, SplitRule& rule,
                             Progress& progress);

}  // namespace gauze::ledger
