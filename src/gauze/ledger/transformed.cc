#include "gauze/ledger/transformed.h"

#include "gauze/ledger/row_groups.h"

namespace gauze::ledger {

Result<Group> AddTransformed(const AppendInput& input, const Constraints& constraints,
                             const Group& group, State& state, Progress& progress) {
  // A transform asks the same of the totals, and refuses.
  if (group.empty() || !constraints.CheckFeasible() || !GroupTest(constraints).Holds(group)) {
    return group;
  }
  Check(input.transform != nullptr, "a method that runs a transform is given one");
  const TransformEntry* transform = FindTransform(input.transform->descriptor->name);
  const CodedTable table = TableOf(input.coded, group);
  GAUZE_ASSIGN(const Generalization result, transform->run({table, input.protect, input.missing},
                                                           input.transform->parameters, progress));
  for (Group& made : GroupsOf(table.table, group, result)) {
    state.classes.push_back({.members = made, .since = state.releases, .atoms = {made}});
  }
  Group rest;
  for (const std::uint32_t tuple : result.suppressed) rest.push_back(group[tuple]);
  cluster::Tidy(rest);
  return rest;
}

}  // namespace gauze::ledger
