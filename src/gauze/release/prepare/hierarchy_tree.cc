#include "gauze/release/prepare/hierarchy_tree.h"

#include "gauze/base/json.h"
#include "gauze/taxonomy/suggest/suggest.h"

namespace gauze {

Json HierarchyTree(const Taxonomy& taxonomy, const ColumnValues& column) {
  const std::vector<std::uint64_t> rows = RowsOfNodes(taxonomy, column);
  Json tree = Json::array();
  std::vector<std::pair<NodeId, std::uint32_t>> pending = {{Taxonomy::kRoot, 0}};
  while (!pending.empty()) {
    const auto [node, depth] = pending.back();
    pending.pop_back();
    tree.push_back({{"depth", depth}, {"label", taxonomy[node].label}, {"rows", rows[node]}});
    const auto& children = taxonomy[node].children;
    for (auto child = children.rbegin(); child != children.rend(); ++child) {
      pending.emplace_back(*child, depth + 1);
    }
  }
  return tree;
}

}  // namespace gauze
