#include <algorithm>

#include "gauze/taxonomy/build.h"

namespace gauze {

const std::vector<HierarchyBuilder>& HierarchyBuilders() {
  static const std::vector<HierarchyBuilder> builders = {
      IntervalBuilder(), OrderBuilder(),    MaskBuilder(),
      DateBuilder(),     PriorityBuilder(), LibraryBuilder(),
  };
  return builders;
}

const HierarchyBuilder* FindHierarchyBuilder(std::string_view name) {
  const auto& builders = HierarchyBuilders();
  const auto found = std::ranges::find_if(
      builders, [&](const HierarchyBuilder& builder) { return builder.descriptor.name == name; });
  return found == builders.end() ? nullptr : &*found;
}

Result<Taxonomy> FlatTaxonomy(const ColumnValues& column, const std::string& where) {
  return TaxonomyOfPaths(
      column, [&](std::size_t i) { return std::vector{column.values[i].text}; }, where);
}

}  // namespace gauze
