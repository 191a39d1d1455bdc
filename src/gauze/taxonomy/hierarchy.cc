#include "gauze/taxonomy/hierarchy.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace gauze {
namespace {

constexpr std::uint32_t kNone = UINT32_MAX;

// Which value each taxonomy leaf is; kNone for leaves that do not occur and for inner nodes.
Result<std::vector<std::uint32_t>> MatchLeaves(const Taxonomy& taxonomy,
                                               const std::vector<Value>& values,
                                               const std::string& where) {
  std::vector<std::uint32_t> value_of(taxonomy.nodes().size(), kNone);
  std::size_t unknown = 0;
  for (std::uint32_t index = 0; index < values.size(); ++index) {
    const NodeId leaf = taxonomy.FindLeaf(values[index].text);
    if (leaf == Taxonomy::kRoot) {
      ++unknown;
    } else {
      value_of[leaf] = index;
    }
  }
  if (unknown == 0) return value_of;
  return InputError(
      fmt::format("{} of {} values that occur are not in the hierarchy", unknown, values.size()),
      where,
      "add a line for each, spelled as Gauze prints it: 5 and not 05, 0.5 and not .50, 2024-02-29, "
      "true or false; `gauze hierarchy check` with --missing FILE lists them");
}

std::vector<bool> NodesInUse(const Taxonomy& taxonomy, const std::vector<std::uint32_t>& value_of) {
  std::vector<bool> used(taxonomy.nodes().size(), false);
  used[Taxonomy::kRoot] = true;
  for (const NodeId leaf : taxonomy.leaves()) {
    if (value_of[leaf] == kNone) continue;
    for (NodeId node = leaf; !used[node]; node = taxonomy[node].parent) used[node] = true;
  }
  return used;
}

}  // namespace

Result<Hierarchy::Bound> Hierarchy::Bind(const Taxonomy& taxonomy, std::vector<Value> values,
                                         ValueType type, bool has_missing,
                                         const std::string& where) {
  GAUZE_ASSIGN(const auto value_of, MatchLeaves(taxonomy, values, where));
  const std::vector<bool> used = NodesInUse(taxonomy, value_of);

  Hierarchy hierarchy;
  std::vector<Value> ordered;
  ordered.reserve(values.size());
  const auto append = [&](std::string label, NodeId parent, std::uint32_t height) {
    const auto node = static_cast<NodeId>(hierarchy.nodes_.size());
    // An empty span until the leaves below are known.
    hierarchy.nodes_.push_back({.label = std::move(label),
                                .span = {.low = kNone, .high = 0},
                                .parent = parent,
                                .height = height});
    if (node != kRoot) hierarchy.nodes_[parent].children.push_back(node);
    return node;
  };
  const auto close_leaf = [&](NodeId node) {
    const auto code = static_cast<Code>(hierarchy.leaf_of_.size());
    hierarchy.nodes_[node].span = {.low = code, .high = code};
    hierarchy.leaf_of_.push_back(node);
  };

  struct Open {
    NodeId written;  // in the taxonomy
    NodeId parent;   // here
  };
  std::vector<Open> open = {{.written = Taxonomy::kRoot, .parent = kRoot}};
  while (!open.empty()) {
    const Open next = open.back();
    open.pop_back();
    const Taxonomy::Node& written = taxonomy[next.written];
    const NodeId node = append(written.label, next.parent, written.height);
    if (value_of[next.written] != kNone) {
      ordered.push_back(std::move(values[value_of[next.written]]));
      close_leaf(node);
    }
    for (auto child = written.children.rbegin(); child != written.children.rend(); ++child) {
      if (used[*child]) open.push_back({.written = *child, .parent = node});
    }
  }
  if (has_missing) close_leaf(append("", kRoot, 0));

  auto& nodes = hierarchy.nodes_;
  for (std::size_t node = nodes.size(); node-- > 1;) {
    Span& above = nodes[nodes[node].parent].span;
    above.low = std::min(above.low, nodes[node].span.low);
    above.high = std::max(above.high, nodes[node].span.high);
  }
  if (hierarchy.leaf_of_.empty()) nodes[kRoot].span = {};
  return Bound{.domain = Domain(type, std::move(ordered), has_missing),
               .hierarchy = std::move(hierarchy)};
}

NodeId Hierarchy::Lowest(Span span) const {
  NodeId node = leaf_of_[span.low];
  while (!nodes_[node].span.Covers(span)) node = nodes_[node].parent;
  return node;
}

}  // namespace gauze
