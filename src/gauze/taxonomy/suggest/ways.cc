#include "gauze/taxonomy/suggest/ways.h"

namespace gauze {

std::optional<HierarchySuggestion> SuggestBuilder(const ColumnValues& column,
                                                  std::string_view builder,
                                                  const std::vector<RawParameter>& parameters,
                                                  std::string policy, std::string reason) {
  const HierarchyBuilder* found = FindHierarchyBuilder(builder);
  const auto made = Parameters::Make(found->descriptor, parameters, "");
  if (!made) return std::nullopt;  // a width beyond all numbers
  auto taxonomy = found->build(column, *made, "");
  if (!taxonomy) return std::nullopt;
  return HierarchySuggestion{std::move(policy), std::move(reason), *std::move(taxonomy)};
}

}  // namespace gauze
