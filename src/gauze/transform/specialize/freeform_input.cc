#include "gauze/transform/specialize/freeform_input.h"

#include <fmt/format.h>

#include <algorithm>

#include "gauze/model/freeform/promise.h"
#include "gauze/taxonomy/extent.h"

namespace gauze::freeform {

Result<GuardedTree> MakeTree(const CodedTable& coded, std::size_t attribute,
                             const PolicyEntry& promise) {
  const std::string& name = coded.table.attributes[attribute].name;
  const Hierarchy* hierarchy = coded.HierarchyOf(attribute);
  if (hierarchy == nullptr) {
    return InputError(fmt::format("\"{}\" has no hierarchy to cut through", name), promise.where,
                      "give the column one, as in hierarchy: {interval: {width: 10}}");
  }
  const TreeSource source{.hierarchy = *hierarchy,
                          .has_missing = coded.table.domains[attribute].has_missing(),
                          .taxonomy = coded.taxonomies[attribute].get()};
  const auto column = std::ranges::find(promise.columns, name, &PolicyEntry::Column::name);
  const Ratio from = promise.parameters.Number("observable_from");
  if (column == promise.columns.end()) return GuardedTree::Make(source, {}, from, promise.where);
  GAUZE_ASSIGN(const AttributeRules rules, AttributeRulesOf(promise, *column));
  return GuardedTree::Make(source, rules, from, column->where);
}

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

Result<FreeformInput> MakeFreeformInput(const CodedTable& coded, const PolicyEntry& promise) {
  FreeformInput input{.attributes = coded.table.WithRole(Role::kQuasiIdentifying)};
  GAUZE_ASSIGN(input.rules, BreachRulesOf(promise));
  for (const std::size_t attribute : input.attributes) {
    GAUZE_ASSIGN(GuardedTree tree, MakeTree(coded, attribute, promise));
    input.trees.push_back(std::move(tree));
  }
  return input;
}

}  // namespace gauze::freeform
