#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "gauze/model/freeform/guarded_tree.h"
#include "gauze/model/freeform/items.h"
#include "gauze/model/freeform/threat.h"

namespace gauze::freeform {

// What the rows that match an X tell about one attribute.
struct Suspicion {
  // The guarded value; with Targets::kAny the node below which some guarded value is suspected.
  NodeId target = 0;
  NodeId scope = Hierarchy::kRoot;  // the observable value of the attribute that is known, too
  Threat threat;
  std::uint64_t support = 0;  // rows that match X and the scope
};

// Counts the rows of a set of items by the nodes of one attribute and gives the threats. Holds
// memory for one set at a time; one Tally per thread and attribute.
//
// With Targets::kAny, a threat is the largest sum over guarded values of which none is above
// another. A search may take a finer value for a coarser one whenever that is worth more, so the
// sum never falls when a column is specialised.
class Tally {
 public:
  // The tree must outlive the tally.
  Tally(const GuardedTree& tree, const BreachRules& rules);

  // Every threat above 0 of the set. Valid until the next call.
  const std::vector<Suspicion>& Threats(const std::vector<NodeId>& shown,
                                        const std::vector<std::uint64_t>& counts,
                                        std::span<const std::uint32_t> set);

  // Only the threats that come from specialising one of the nodes marked in `focus`, below which
  // the items show children. `refined` of the same index is that node.
  const std::vector<Suspicion>& ThreatsOfChildren(const std::vector<NodeId>& shown,
                                                  const std::vector<std::uint64_t>& counts,
                                                  std::span<const std::uint32_t> set,
                                                  const std::vector<std::uint8_t>& focus);
  const std::vector<NodeId>& refined() const { return refined_; }

 private:
  void Gather(const std::vector<NodeId>& shown, const std::vector<std::uint64_t>& counts,
              std::span<const std::uint32_t> set);
  void Clear();
  NodeId ScopeOf(NodeId target) const;
  std::uint64_t Support(NodeId scope) const { return own_ ? scope_rows_[scope] : rows_; }
  void AddEach(NodeId target);
  // The best sums of the targets, except children of `focus`, whose values go to pending_.
  void SumTargets(const std::vector<std::uint8_t>* focus);
  void AddToScopes(NodeId above, Wide value);
  void AddSums();
  // The sums if `node`, whose children are pending, is specialised.
  void AddRefined(NodeId node);

  const GuardedTree& tree_;
  bool own_;
  bool any_;
  std::vector<Suspicion> found_;
  std::vector<NodeId> refined_;

  std::uint64_t rows_ = 0;
  std::vector<std::uint64_t> shown_;  // by node; as all below, 0 between uses
  std::vector<NodeId> touched_;       // nodes shown
  std::vector<std::uint64_t> target_rows_;
  std::vector<NodeId> targets_;            // nodes that are not observable, with rows
  std::vector<std::uint64_t> scope_rows_;  // of borders; used with `own`
  std::vector<NodeId> scopes_;
  std::vector<Wide> best_;     // by target: its own value or its children's, times the scale
  std::vector<Wide> below_;    // by target: sum of best_ over its children
  std::vector<Wide> total_;    // by scope: sum over the targets below
  std::vector<Wide> pending_;  // by node in focus: sum over its children
  std::vector<NodeId> pending_nodes_;
};

}  // namespace gauze::freeform
