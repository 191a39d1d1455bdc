#pragma once

#include <span>
#include <vector>

#include "gauze/transform/specialize/candidates.h"

namespace gauze::freeform {

// Visits the attacks of one search of Candidates and keeps, for each candidate in focus, the worst.
// A candidate that breaches leaves the focus at once.
class AttackWalk {
 public:
  AttackWalk(Candidates& candidates, const Items& items, const Candidates::Search& search,
             Tally& tally)
      : candidates_(candidates),
        items_(items),
        search_(search),
        tally_(tally),
        tree_(candidates.input_.attributes[search.target].tree),
        shown_(items.nodes[search.target]),
        focus_(candidates.focus_[search.attribute]) {}

  void Run(std::vector<const Choices*> choices);

  bool Enter(std::span<const std::uint32_t> set, std::size_t depth);
  bool Skips(std::size_t depth, NodeId value) const;

 private:
  bool TargetsItself() const { return search_.target == search_.attribute; }
  bool Matters(NodeId shown) const;
  void Look(std::span<const std::uint32_t> set);
  void Take(NodeId candidate, const Suspicion& suspicion);

  Candidates& candidates_;
  const Items& items_;
  const Candidates::Search& search_;
  Tally& tally_;
  const GuardedTree& tree_;
  const std::vector<NodeId>& shown_;
  std::vector<std::uint8_t>& focus_;
  Walk* walk_ = nullptr;
  std::size_t depths_ = 0;
};

}  // namespace gauze::freeform
