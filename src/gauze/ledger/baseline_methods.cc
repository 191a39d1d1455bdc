#include "gauze/ledger/methods.h"
#include "gauze/ledger/row_groups.h"
#include "gauze/ledger/transformed.h"

// The two references of the paper: `anew` is its Static I, `apart` its Static II.

namespace gauze::ledger {
namespace {

Result<State> AppendAnew(const AppendInput& input, const Constraints& constraints, State state,
                         const Group& batch, Progress& progress) {
  // Whoever was released could have to wait again: the table as a whole decides.
  for (const Class& shown : state.classes) {
    for (const Share& share : shown.members) {
      state.waiting.push_back({.tuple = share.tuple, .rows = share.rows, .since = shown.since});
    }
  }
  state.classes.clear();
  const Group all = Union(AllWaiting(state), batch);
  GAUZE_ASSIGN(const Group rest, AddTransformed(input, constraints, all, state, progress));
  KeepWaiting(rest, batch, state);
  return state;
}

Result<State> AppendApart(const AppendInput& input, const Constraints& constraints, State state,
                          const Group& batch, Progress& progress) {
  const Group fresh = Union(AllWaiting(state), batch);
  GAUZE_ASSIGN(const Group rest, AddTransformed(input, constraints, fresh, state, progress));
  KeepWaiting(rest, batch, state);
  return state;
}

constexpr const char* kReference =
    "J.-W. Byun, Y. Sohn, E. Bertino, N. Li: Secure Anonymization for Incremental Datasets (2006)";

}  // namespace

MethodEntry AnewEntry() {
  return {
      .descriptor =
          {
              .name = "anew",
              .summary = "everything is anonymised again with every batch (the paper's Static I)",
              .guarantees =
                  "every class of the last release satisfies every model, taken by itself",
              .not_covered = "an adversary who compares two releases",
              .reference = kReference,
          },
      .append = AppendAnew,
      .known_holes = true,
  };
}

MethodEntry ApartEntry() {
  return {
      .descriptor =
          {
              .name = "apart",
              .summary = "every batch is anonymised by itself and added (the paper's Static II)",
              .guarantees = "every class satisfies every model, and all releases together reveal "
                            "no more than the last one",
              .not_covered = "records that are deleted or changed",
              .reference = kReference,
          },
      .append = AppendApart,
      .appends_only = true,
      .needs_monotone = true,
  };
}

}  // namespace gauze::ledger
