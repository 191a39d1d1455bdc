#include <algorithm>

#include "gauze/ledger/methods.h"
#include "gauze/ledger/row_groups.h"
#include "gauze/transform/cluster/cluster_classes.h"

namespace gauze::ledger {

const std::vector<MethodEntry>& Methods() {
  static const std::vector<MethodEntry> kMethods = {
      PoolEntry(), AtomsEntry(), PaperEntry(), AnewEntry(), ApartEntry(),
  };
  return kMethods;
}

const MethodEntry* FindMethod(std::string_view name) {
  const auto found = std::ranges::find(
      Methods(), name, [](const MethodEntry& entry) { return entry.descriptor.name; });
  return found == Methods().end() ? nullptr : &*found;
}

Result<State> Append(const MethodEntry& method, const AppendInput& input, State state, Group batch,
                     Progress& progress) {
  GAUZE_ASSIGN(const Constraints constraints, Constraints::Make(input.coded, input.protect));
  if (method.needs_monotone && !constraints.monotone()) {
    return InputError("the method " + method.descriptor.name +
                          " merges classes, and a model of the policy does not survive that",
                      "",
                      "use the method pool, or promise k_anonymity, l_diversity or t_closeness");
  }
  cluster::Tidy(batch);
  GAUZE_ASSIGN(State next, method.append(input, constraints, std::move(state), batch, progress));
  ++next.releases;
  return next;
}

Result<Generalization> Print(const AppendInput& input, const std::vector<Class>& classes) {
  // The models were asked already, and of tuples whose rows are in several releases only the
  // groups know how many rows each has.
  GAUZE_ASSIGN(const Constraints nothing, Constraints::Make(input.coded, {}));
  const auto quasi_identifiers = input.coded.table.WithRole(Role::kQuasiIdentifying);
  std::vector<Labeler> labelers;
  for (const std::size_t attribute : quasi_identifiers) {
    labelers.emplace_back(input.coded, attribute, input.labels, BoxStyle::kTight, input.missing);
  }
  std::vector<Group> groups;
  for (const Class& shown : classes) groups.push_back(shown.members);
  NoProgress silent;
  ProgressShare share(silent, 0, 0);
  auto result =
      cluster::MakeClasses(nothing, quasi_identifiers, labelers, std::move(groups), share);
  result.label_style = input.labels;
  return result;
}

}  // namespace gauze::ledger
