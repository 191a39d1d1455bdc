#include "gauze/transform/mondrian/classes.h"

#include <algorithm>
#include <map>
#include <string>
#include <unordered_map>

namespace gauze::mondrian {
namespace {

// Leaves grouped by what they print, in tree order.
struct Grouping {
  std::vector<std::vector<Label>> labels;           // one dictionary a quasi-identifier
  std::vector<std::vector<std::uint32_t>> printed;  // one a class
  std::vector<std::vector<Node*>> leaves;           // one a class
  std::vector<std::uint32_t> suppressed;            // tuples
};

Grouping Group(const Workspace& workspace, Node& root) {
  Grouping grouping;
  const std::size_t width = workspace.labelers.size();
  grouping.labels.resize(width);
  // A missing label has no text; no other label is empty.
  std::vector<std::unordered_map<std::string, std::uint32_t>> known(width);
  std::map<std::vector<std::uint32_t>, std::size_t> class_of;
  for (Node* leaf : Leaves(root)) {
    if (leaf->suppressed) {
      grouping.suppressed.insert(grouping.suppressed.end(), workspace.order.begin() + leaf->begin,
                                 workspace.order.begin() + leaf->end);
      continue;
    }
    std::vector<std::uint32_t> printed(width);
    for (std::size_t j = 0; j < width; ++j) {
      Label label = workspace.labelers[j].Make(workspace.ValuesOf(*leaf, j));
      const auto [entry, added] =
          known[j].emplace(label.text, static_cast<std::uint32_t>(grouping.labels[j].size()));
      if (added) grouping.labels[j].push_back(std::move(label));
      printed[j] = entry->second;
    }
    const auto [entry, added] = class_of.emplace(printed, grouping.leaves.size());
    if (added) {
      grouping.leaves.emplace_back();
      grouping.printed.push_back(std::move(printed));
    }
    grouping.leaves[entry->second].push_back(leaf);
  }
  return grouping;
}

// The lowest node above all of them; the parent of a single leaf.
Node* Above(const std::vector<Node*>& leaves) {
  Node* node = leaves.front();
  if (leaves.size() == 1) return node->parent;
  const auto covers = [&](const Node* leaf) {
    return node->begin <= leaf->begin && leaf->end <= node->end;
  };
  while (!std::ranges::all_of(leaves, covers)) node = node->parent;
  return node;
}

// The nodes to collapse so that the failing classes go away.
Result<std::vector<Node*>> Failing(const Workspace& workspace, const Grouping& grouping,
                                   const std::vector<PolicyEntry>& protect) {
  GAUZE_ASSIGN(const Constraints constraints,
               Constraints::Make(workspace.constraints.coded(), protect, grouping.suppressed));
  Tally tally(constraints);
  std::vector<Node*> failing;
  for (const auto& leaves : grouping.leaves) {
    tally.Reset();
    for (const Node* leaf : leaves) {
      for (std::uint32_t i = leaf->begin; i < leaf->end; ++i) tally.Add(workspace.order[i]);
    }
    if (tally.Holds()) continue;
    Node* above = Above(leaves);
    Check(above != nullptr, "the whole table satisfies every model");
    failing.push_back(above);
  }
  return failing;
}

Generalization Finish(const Workspace& workspace, Grouping grouping) {
  Generalization result;
  result.quasi_identifiers = workspace.quasi_identifiers;
  result.labels = std::move(grouping.labels);
  result.suppressed = std::move(grouping.suppressed);
  std::ranges::sort(result.suppressed);
  for (std::size_t i = 0; i < grouping.leaves.size(); ++i) {
    result.class_begin.push_back(result.tuples.size());
    for (const Node* leaf : grouping.leaves[i]) {
      result.tuples.insert(result.tuples.end(), workspace.order.begin() + leaf->begin,
                           workspace.order.begin() + leaf->end);
    }
    result.class_labels.insert(result.class_labels.end(), grouping.printed[i].begin(),
                               grouping.printed[i].end());
  }
  result.class_begin.push_back(result.tuples.size());
  return result;
}

}  // namespace

Result<Generalization> MakeClasses(const Workspace& workspace, Node& root,
                                   const std::vector<PolicyEntry>& protect) {
  while (true) {
    Grouping grouping = Group(workspace, root);
    const bool must_check = !workspace.constraints.monotone() || !grouping.suppressed.empty();
    std::vector<Node*> failing;
    if (must_check) {
      GAUZE_ASSIGN(failing, Failing(workspace, grouping, protect));
    }
    if (failing.empty()) return Finish(workspace, std::move(grouping));
    // Outermost first; what lies below a collapsed node is gone with it.
    std::ranges::sort(failing, [](const Node* a, const Node* b) {
      return a->begin != b->begin ? a->begin < b->begin : a->end > b->end;
    });
    std::uint32_t collapsed_to = 0;
    for (Node* node : failing) {
      if (node->begin < collapsed_to) continue;
      collapsed_to = node->end;
      node->Collapse();
    }
  }
}

}  // namespace gauze::mondrian
