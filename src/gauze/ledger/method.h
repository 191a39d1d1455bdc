#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "gauze/base/descriptor.h"
#include "gauze/base/progress.h"
#include "gauze/ledger/state.h"
#include "gauze/policy/policy.h"
#include "gauze/transform/constraints.h"
#include "gauze/transform/transform.h"

// A method of continuing releases: how records that come later join what was released before
// (J.-W. Byun, Y. Sohn, E. Bertino, N. Li: Secure Anonymization for Incremental Datasets, 2006).
// Adding one is one file, one line in list.cc, one test and one docs page.

namespace gauze::ledger {

struct AppendInput {
  // Every tuple that the state and the batch name. Its counts are not looked at: rows are in the
  // groups. t-closeness compares classes with its totals. They have to stay those of the first
  // release, or what was good then may not be good now; the promise is about that reference.
  const CodedTable& coded;
  const std::vector<PolicyEntry>& protect;
  MissingPolicy missing = MissingPolicy::kOwnValue;
  LabelStyle labels = LabelStyle::kNode;  // what the loss is counted for
  // Makes the classes of the first release, or of every batch or of everything, where a method
  // says so. `pool` needs it only where its parameter `first` says so.
  const PolicyEntry* transform = nullptr;
  const Parameters& parameters;  // of the method
  // Of the places for those who may wait by choice: what these rows have of them, where the input
  // is worked on in parts. 0: no row waits without need.
  double places = 1;
};

struct MethodEntry {
  Descriptor descriptor;
  // The state after one more release. All rows of the batch are then in a class or wait.
  Result<State> (*append)(const AppendInput& input, const Constraints& constraints, State state,
                          const Group& batch, Progress& progress);
  // Classes of former releases are shown again as they were: a release is the former one and new
  // rows. Such a method never looks at them, and a caller may leave them out of the state, unless
  // a model does not survive unions (Constraints::monotone).
  bool appends_only = false;
  // Do unions of good classes have to be good?
  bool needs_monotone = false;
  // Does an adversary who has all releases learn more than from each alone? Then a policy has to
  // say that this is accepted.
  bool known_holes = false;
};

// The first is the default.
const std::vector<MethodEntry>& Methods();
const MethodEntry* FindMethod(std::string_view name);

// One more release by a method. Checks what the method needs, first of all.
//
// Guarantees: every class of the new state keeps every model; released and waiting rows are the
// former ones and the batch. Deterministic: a function of what goes in, on any number of threads,
// and of which records are in the batch, not of their order.
// Deletions are not covered: a state can only grow.
Result<State> Append(const MethodEntry& method, const AppendInput& input, State state, Group batch,
                     Progress& progress);

// Classes as every release has them: labels, members, rows. `classes` are all of a state, or those
// that are new (since + 1 == releases); classes that print the same labels become one.
Result<Generalization> Print(const AppendInput& input, const std::vector<Class>& classes);

}  // namespace gauze::ledger
