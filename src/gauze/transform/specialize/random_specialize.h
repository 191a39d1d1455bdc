#pragma once

#include <vector>

#include "gauze/model/freeform/literal.h"
#include "gauze/model/freeform/random_freeform.h"
#include "gauze/taxonomy/extent.h"
#include "gauze/transform/specialize/specialize.h"

// For tests: random tables as input of a specialisation.

namespace gauze::freeform {

inline SpecializeInput InputOf(const RandomFreeform& made) {
  SpecializeInput input{.counts = made.counts};
  for (std::size_t k = 0; k < made.columns.size(); ++k) {
    const RandomColumn& column = made.columns[k];
    const Extent extent(column.domain, column.hierarchy.get());
    std::vector<double> loss;
    for (const Hierarchy::Node& node : column.hierarchy->nodes()) {
      loss.push_back(extent.OfSpan(node.span));
    }
    input.attributes.push_back({.tree = made.trees[k],
                                .hierarchy = *column.hierarchy,
                                .codes = made.codes[k],
                                .loss = std::move(loss)});
  }
  return input;
}

// The table as the cuts release it.
inline NodeTable ReleasedBy(const RandomFreeform& made,
                            const std::vector<std::vector<NodeId>>& cuts) {
  NodeTable table = made.leaves;
  for (std::size_t k = 0; k < cuts.size(); ++k) {
    const auto node_of = NodeOfCode(*made.columns[k].hierarchy, cuts[k]);
    for (std::size_t row = 0; row < made.counts.size(); ++row) {
      table.cells[k].Set(row, node_of[made.codes[k].Get(row)]);
    }
  }
  return table;
}

inline Threat LiteralWorst(const RandomFreeform& made,
                           const std::vector<std::vector<NodeId>>& cuts) {
  return WorstThreat(LiteralAttacks(made.trees, ReleasedBy(made, cuts), made.rules));
}

// The cuts with one node replaced by its children.
inline std::vector<std::vector<NodeId>> Refine(const RandomFreeform& made,
                                               std::vector<std::vector<NodeId>> cuts,
                                               std::size_t attribute, NodeId node) {
  std::erase(cuts[attribute], node);
  const auto& children = made.trees[attribute].Children(node);
  cuts[attribute].insert(cuts[attribute].end(), children.begin(), children.end());
  return cuts;
}

// Every full-subtree cut of a tree.
inline std::vector<std::vector<NodeId>> AllCuts(const GuardedTree& tree, NodeId node) {
  std::vector<std::vector<NodeId>> cuts = {{node}};
  if (tree.Children(node).empty()) return cuts;
  std::vector<std::vector<NodeId>> finer = {{}};
  for (const NodeId child : tree.Children(node)) {
    std::vector<std::vector<NodeId>> longer;
    for (const auto& begun : finer) {
      for (const auto& below : AllCuts(tree, child)) {
        longer.push_back(begun);
        longer.back().insert(longer.back().end(), below.begin(), below.end());
      }
    }
    finer = std::move(longer);
  }
  cuts.insert(cuts.end(), finer.begin(), finer.end());
  return cuts;
}

}  // namespace gauze::freeform
