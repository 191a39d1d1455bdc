#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "gauze/model/freeform/known_set_walk.h"
#include "gauze/model/freeform/threat_tally.h"
#include "gauze/transform/specialize/specialize_input.h"

namespace gauze::freeform {

// Attacks on `target`. X holds a child of a node in focus at `attribute`, unless that is the
// target, and a child of the step's node at each of `fixed`.
struct AttackSearch {
  std::size_t attribute = 0;
  std::size_t target = 0;
  std::vector<std::size_t> fixed;
  NodeId target_parent = kNoNode;  // only sets with a target directly below it matter
};

// The candidates of one attribute, by node.
struct SearchedCandidates {
  static constexpr std::uint8_t kDropped = 1;   // breached meanwhile
  static constexpr std::uint8_t kSearched = 2;  // the search is about it

  std::vector<std::uint8_t>& focus;
  std::vector<Breach>& worst;  // the worst attack that was found
  Threat limit;                // what is above breaches
};

// Visits the attacks of one search and keeps, for each candidate in focus, the worst. A candidate
// that breaches leaves the focus at once.
class AttackWalk {
 public:
  AttackWalk(const SpecializeInput& input, const SearchedCandidates& candidates, const Items& items,
             const AttackSearch& search, Tally& tally)
      : input_(input),
        candidates_(candidates),
        items_(items),
        search_(search),
        tally_(tally),
        tree_(input.attributes[search.target].tree),
        shown_(items.nodes[search.target]) {}

  void Run(std::vector<const Choices*> choices);

  bool Enter(std::span<const std::uint32_t> set, std::size_t depth);
  bool Skips(std::size_t depth, NodeId value) const;

 private:
  bool TargetsItself() const { return search_.target == search_.attribute; }
  bool Matters(NodeId shown) const;
  bool IsSearched(NodeId candidate) const {
    return candidates_.focus[candidate] == SearchedCandidates::kSearched;
  }
  void Look(std::span<const std::uint32_t> set);
  void Take(NodeId candidate, const Suspicion& suspicion);

  const SpecializeInput& input_;
  const SearchedCandidates& candidates_;
  const Items& items_;
  const AttackSearch& search_;
  Tally& tally_;
  const GuardedTree& tree_;
  const std::vector<NodeId>& shown_;
  Walk* walk_ = nullptr;
  std::size_t depths_ = 0;
};

}  // namespace gauze::freeform
