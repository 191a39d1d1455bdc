#include "gauze/model/freeform/make_tree.h"

#include <fmt/format.h>

#include <algorithm>

#include "gauze/model/freeform/promise.h"

namespace gauze::freeform {

Result<GuardedTree> MakeTree(const CodedTable& coded, std::size_t attribute,
                             const AttributeRules& rules, const Ratio& observable_from,
                             const std::string& where) {
  const Hierarchy* hierarchy = coded.HierarchyOf(attribute);
  if (hierarchy == nullptr) {
    return InputError(fmt::format("\"{}\" has no hierarchy to cut through",
                                  coded.table.attributes[attribute].name),
                      where, "give the column one, as in hierarchy: {interval: {width: 10}}");
  }
  const TreeSource source{.hierarchy = *hierarchy,
                          .has_missing = coded.table.domains[attribute].has_missing(),
                          .taxonomy = coded.taxonomies[attribute].get()};
  return GuardedTree::Make(source, rules, observable_from, where);
}

Result<GuardedTree> MakeTree(const CodedTable& coded, std::size_t attribute,
                             const PolicyEntry& promise) {
  const std::string& name = coded.table.attributes[attribute].name;
  const auto column = std::ranges::find(promise.columns, name, &PolicyEntry::Column::name);
  const Ratio from = promise.parameters.Number("observable_from");
  if (column == promise.columns.end()) {
    return MakeTree(coded, attribute, {}, from, promise.where);
  }
  GAUZE_ASSIGN(const AttributeRules rules, AttributeRulesOf(promise, *column));
  return MakeTree(coded, attribute, rules, from, column->where);
}

}  // namespace gauze::freeform
