#include "gauze/taxonomy/telling/telling_nodes.h"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <optional>

namespace gauze {
namespace {

constexpr NodeId kMissingLeaf = ~NodeId{0};

// What all reasons for a label have in common. Nothing: there was no reason yet.
using CommonLeaves = std::optional<std::vector<NodeId>>;

void AddReason(CommonLeaves& common, const std::vector<NodeId>& leaves) {
  if (!common) {
    common = leaves;
    return;
  }
  std::vector<NodeId> both;
  std::ranges::set_intersection(*common, leaves, std::back_inserter(both));
  common = std::move(both);
}

// Leaves that occur wherever this node is the lowest above several values.
CommonLeaves LeavesBelowLowest(const Taxonomy& taxonomy, NodeId node, bool missing) {
  const std::vector<NodeId>& children = taxonomy[node].children;
  const bool with_missing = node == Taxonomy::kRoot && missing;
  const std::size_t branches = children.size() + (with_missing ? 1 : 0);
  if (branches < 2) return std::nullopt;
  std::vector<NodeId> leaves;
  if (branches > 2) return leaves;
  for (const NodeId child : children) {
    if (const auto leaf = OnlyLeafBelow(taxonomy, child)) leaves.push_back(*leaf);
  }
  if (with_missing) leaves.push_back(kMissingLeaf);
  std::ranges::sort(leaves);
  return leaves;
}

}  // namespace

std::optional<NodeId> OnlyLeafBelow(const Taxonomy& taxonomy, NodeId node) {
  while (taxonomy[node].children.size() == 1) node = taxonomy[node].children.front();
  return taxonomy.IsLeaf(node) ? std::optional(node) : std::nullopt;
}

TellingNodes FindTellingNodes(const Taxonomy& taxonomy, bool missing, bool raised) {
  const std::size_t size = taxonomy.nodes().size();
  TellingNodes telling{.shown = std::vector<NodeId>(size),
                       .certain = std::vector<std::vector<NodeId>>(size)};
  std::iota(telling.shown.begin(), telling.shown.end(), NodeId{0});
  std::vector<CommonLeaves> common(size);
  // Every node comes after its parent.
  for (std::size_t i = size; i-- > 0;) {
    const auto node = static_cast<NodeId>(i);
    if (const auto own = LeavesBelowLowest(taxonomy, node, missing)) AddReason(common[node], *own);
    if (!common[node] || common[node]->empty()) continue;
    const NodeId parent = taxonomy[node].parent;
    if (raised && node != Taxonomy::kRoot) {
      telling.shown[node] = parent;
      AddReason(common[parent], *common[node]);
    } else {
      telling.certain[node] = std::move(*common[node]);
    }
  }
  for (std::size_t i = 1; i < size; ++i) {
    const auto node = static_cast<NodeId>(i);
    // The parent may be raised, too; it has been dealt with.
    if (telling.shown[node] != node) telling.shown[node] = telling.shown[telling.shown[node]];
  }
  std::vector<NodeId>& root = telling.certain[Taxonomy::kRoot];
  telling.missing_certain = std::erase(root, kMissingLeaf) > 0;
  return telling;
}

}  // namespace gauze
