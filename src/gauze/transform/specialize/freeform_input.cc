#include "gauze/transform/specialize/freeform_input.h"

#include "gauze/model/freeform/promise.h"
#include "gauze/taxonomy/extent.h"

namespace gauze::freeform {
namespace {

// Without a guarded value there is no attack, whatever the numbers.
constexpr BreachRules kNothingGuarded = {.threat = {1, 1}, .observable_from = {1, 1}};

}  // namespace

SpecializeInput FreeformInput::Borrow(const CodedTable& coded) const {
  SpecializeInput input{.counts = coded.table.counts};
  for (std::size_t k = 0; k < attributes.size(); ++k) {
    const Hierarchy& hierarchy = *coded.HierarchyOf(attributes[k]);
    const Extent extent(coded.table.domains[attributes[k]], &hierarchy);
    std::vector<double> loss;
    for (const Hierarchy::Node& node : hierarchy.nodes()) loss.push_back(extent.OfSpan(node.span));
    input.attributes.push_back({.tree = trees[k],
                                .hierarchy = hierarchy,
                                .codes = coded.table.columns[attributes[k]],
                                .loss = std::move(loss)});
  }
  return input;
}

Result<FreeformInput> MakeFreeformInput(const CodedTable& coded, const PolicyEntry* promise,
                                        const std::string& where) {
  FreeformInput input{.attributes = coded.table.WithRole(Role::kQuasiIdentifying)};
  input.rules = kNothingGuarded;
  if (promise != nullptr) {
    GAUZE_ASSIGN(input.rules, BreachRulesOf(*promise));
  }
  for (const std::size_t attribute : input.attributes) {
    GAUZE_ASSIGN(GuardedTree tree,
                 promise != nullptr
                     ? MakeTree(coded, attribute, *promise)
                     : MakeTree(coded, attribute, {}, kNothingGuarded.observable_from, where));
    input.trees.push_back(std::move(tree));
  }
  return input;
}

}  // namespace gauze::freeform
