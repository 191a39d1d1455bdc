#pragma once

#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "gauze/transform/cluster/cost_model.h"
#include "gauze/transform/cluster/units.h"

namespace gauze::cluster {

// A binary tree over units, to find near ones without looking at all. Cuts are where they part most
// units by the most loss; a leaf holds a few. It never changes: what is clustered meanwhile is
// looked up by the place of a unit. Immutable after Renumber(), and safe to share.
class UnitTree {
 public:
  // Over some of the units. The cost model must outlive the tree.
  UnitTree(const Units& units, const CostModel& cost_model, std::vector<std::uint32_t> of);

  // Gives the units, all of which are in the tree, the numbers of their places in it: what is near
  // is then near in memory too.
  void Renumber(Units& units);

  struct Node {
    std::uint32_t begin = 0;  // places
    std::uint32_t end = 0;
    std::uint32_t parent = 0;
    std::uint32_t right = 0;  // 0: a leaf; the left child is the next node
    bool leaf() const { return right == 0; }
  };

  const std::vector<Node>& nodes() const { return nodes_; }
  std::uint32_t LeafOf(std::uint32_t unit) const { return leaf_of_[unit]; }
  // In the order of the leaves: place -> unit.
  const std::vector<std::uint32_t>& units() const { return units_; }

  // Calls visitor.Look(begin, end), two places, on leaves near the probe's state: first the one of
  // `unit`, then outwards. A branch is entered if visitor.Wanted(node) and visitor.Worth(node,
  // bound) say so, where no unit below costs less than `bound` when joined with the state.
  template <typename Visitor>
  void Search(std::uint32_t unit, const CostModel::Probe& probe, Visitor& visitor) const {
    std::uint32_t node = leaf_of_[unit];
    visitor.Look(nodes_[node].begin, nodes_[node].end);
    while (node != 0) {
      const std::uint32_t parent = nodes_[node].parent;
      const std::uint32_t sibling = node == parent + 1 ? nodes_[parent].right : parent + 1;
      if (visitor.Wanted(sibling)) {
        Enter(sibling, BoundOf(sibling, probe), probe, visitor);
      }
      node = parent;
    }
  }

 private:
  static constexpr Cost kNowhere = std::numeric_limits<Cost>::max();

  Cost BoundOf(std::uint32_t node, const CostModel::Probe& probe) const {
    return probe.Bound(covers_.data() + node * cost_model_.cover_width());
  }

  template <typename Visitor>
  void Enter(std::uint32_t index, Cost bound, const CostModel::Probe& probe,
             Visitor& visitor) const {
    if (!visitor.Worth(index, bound)) return;
    const Node& node = nodes_[index];
    if (node.leaf()) {
      visitor.Look(node.begin, node.end);
      return;
    }
    std::uint32_t near = index + 1;
    std::uint32_t far = node.right;
    Cost near_bound = visitor.Wanted(near) ? BoundOf(near, probe) : kNowhere;
    Cost far_bound = visitor.Wanted(far) ? BoundOf(far, probe) : kNowhere;
    if (far_bound < near_bound) {
      std::swap(near, far);
      std::swap(near_bound, far_bound);
    }
    if (near_bound != kNowhere) Enter(near, near_bound, probe, visitor);
    if (far_bound != kNowhere) Enter(far, far_bound, probe, visitor);
  }

  const CostModel& cost_model_;
  std::vector<Node> nodes_;   // depth first
  std::vector<Cell> covers_;  // one per node
  std::vector<std::uint32_t> units_;
  std::vector<std::uint32_t> leaf_of_;  // unit -> node

  void FindLeaves(std::size_t units);
};

}  // namespace gauze::cluster
