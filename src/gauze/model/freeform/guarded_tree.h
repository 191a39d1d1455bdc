#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gauze/base/error.h"
#include "gauze/model/freeform/instantiation.h"
#include "gauze/model/freeform/rules.h"
#include "gauze/model/freeform/tree_source.h"
#include "gauze/taxonomy/hierarchy.h"

namespace gauze::freeform {

// A hierarchy with the publisher's rules applied: how sensitive each node is and whether an
// adversary can observe it. Nodes have the ids of the hierarchy. Immutable once made.
//
// The root is always observable and never a target: otherwise a column of sensitive values only
// would hide every attack. What is above an observable node is observable, so the nodes that are
// not form whole subtrees. A *border* is an observable node with a child that is not: the lowest
// observable nodes above targets are borders.
class GuardedTree {
 public:
  // Without a taxonomy only values that occur can be counted and named. Refuses names that are no
  // node, unknown instantiations, and instantiations that break their principle here. `where` is
  // the place in the policy.
  static Result<GuardedTree> Make(const TreeSource& source, const AttributeRules& rules,
                                  const Ratio& observable_from, const std::string& where);

  std::size_t size() const { return parent_.size(); }
  NodeId Parent(NodeId node) const { return parent_[node]; }
  const std::vector<NodeId>& Children(NodeId node) const { return children_[node]; }
  bool Observable(NodeId node) const { return observable_[node]; }
  bool IsBorder(NodeId node) const { return border_[node]; }
  Share SensitivityOf(NodeId node) const { return sensitivity_[node]; }

  // Whether any node is a target: not observable, with a sensitivity above 0.
  bool HasTargets() const { return has_targets_; }

  // The lowest observable node at or above.
  NodeId LowestObservable(NodeId node) const;
  // The nearest border strictly above, or kNoNode.
  NodeId BorderAbove(NodeId node) const { return border_above_[node]; }

  // Sensitivities of nodes that are not observable, as integers with a common denominator, for sums
  // of threats. Rounded up where the exact common denominator is beyond 2^48; then a sum errs
  // towards a breach, by less than 2^-48.
  std::uint64_t Weight(NodeId node) const { return weight_[node]; }
  std::uint64_t WeightScale() const { return weight_scale_; }

 private:
  GuardedTree(std::vector<NodeId> parent, const std::vector<bool>& observable,
              std::vector<Share> sensitivity);
  void FindBorders();
  void FindWeights();

  std::vector<NodeId> parent_;
  std::vector<std::vector<NodeId>> children_;
  std::vector<std::uint8_t> observable_;
  std::vector<std::uint8_t> border_;
  std::vector<NodeId> border_above_;
  std::vector<Share> sensitivity_;
  std::vector<std::uint64_t> weight_;
  std::uint64_t weight_scale_ = 1;
  bool has_targets_ = false;
};

}  // namespace gauze::freeform
