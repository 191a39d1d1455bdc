#include <algorithm>

#include "gauze/ledger/insert.h"
#include "gauze/ledger/methods.h"
#include "gauze/ledger/row_groups.h"

// Insert and split under the atom rule. An atom is a set of records that were first released
// together in one class and are still together. Every atom keeps every model, and a cut is allowed
// only if each side holds of every atom nothing, or a part that keeps the models.
//
// Why it is safe: every class that was ever released is a union of today's atoms. So all releases
// together are a function of one table, the one whose classes are the atoms, and that table keeps
// the models: no combination of releases tells more than it does.

namespace gauze::ledger {
namespace {

class AtomRule final : public SplitRule {
 public:
  AtomRule(const Constraints& constraints, const BoxBook& boxes)
      : boxes_(boxes), test_(constraints) {}

  void Begin(const State& /*state*/) override {}
  bool Allows(const State& state, std::size_t index, const Cut& cut) override {
    return std::ranges::all_of(state.classes[index].atoms, [&](const Group& atom) {
      const Sides parts = Divide(boxes_, atom, cut);
      return parts.left.empty() || parts.right.empty() ||
             (test_.Holds(parts.left) && test_.Holds(parts.right));
    });
  }
  void Changed(const State& /*state*/, std::size_t /*index*/) override {}
  void End(State& /*state*/) override {}

 private:
  const BoxBook& boxes_;
  GroupTest test_;
};

Result<State> AppendAtoms(const AppendInput& input, const Constraints& constraints, State state,
                          const Group& batch, Progress& progress) {
  BoxBook boxes(input.coded, input.missing);
  AtomRule rule(constraints, boxes);
  return InsertAndSplit(input, constraints, std::move(state), batch, boxes, rule, progress);
}

}  // namespace

MethodEntry AtomsEntry() {
  return {
      .descriptor =
          {
              .name = "atoms",
              .summary =
                  "new records join the nearest class when they are diverse among themselves; "
                  "classes are split where no combination of releases reveals more",
              .guarantees = "every class satisfies every model, and so does every group that all "
                            "releases together tell apart",
              .not_covered = "which records wait also depends on sensitive values; records that "
                             "are deleted or changed",
              .reference = "definition: the atom rule; algorithm after J.-W. Byun, Y. Sohn, E. "
                           "Bertino, N. Li (2006)",
          },
      .append = AppendAtoms,
      .needs_monotone = true,
  };
}

}  // namespace gauze::ledger
