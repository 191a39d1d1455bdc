#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "gauze/model/freeform/known_set_walk.h"
#include "gauze/model/freeform/threat_tally.h"
#include "gauze/transform/specialize/attack_walk.h"
#include "gauze/transform/specialize/groups.h"
#include "gauze/transform/specialize/specialize_input.h"

namespace gauze::freeform {

// The nodes of the cuts that may still be specialised, each with the worst attack that doing so
// would add. A threat depends on X and the target alone, never on the release, and a step only adds
// attacks; so a candidate that is found to add a breach is dropped for good, and after a step only
// attacks that need both the step and the candidate have to be looked at.
class Candidates {
 public:
  Candidates(const SpecializeInput& input, const BreachRules& rules);

  // Nodes of the attribute's cut that may be specialised, in ascending order.
  const std::vector<NodeId>& Live(std::size_t attribute) const { return live_[attribute]; }
  // The largest threat of an attack that specialising the node would add. Of a node that was
  // dropped it is a breach, not always the worst.
  const Breach& Worst(std::size_t attribute, NodeId node) const { return worst_[attribute][node]; }

  // Considers the root of every attribute.
  void Start(const Groups& groups);

  // The node cannot be specialised, for a reason that is no attack, now or ever.
  void Drop(std::size_t attribute, NodeId node) { std::erase(live_[attribute], node); }

  // The node was split into `touched`: drops it, considers its children, and updates all others.
  void Update(const Groups& groups, std::size_t attribute, NodeId node,
              const std::vector<std::uint32_t>& touched);

 private:
  struct Step {
    std::size_t attribute = 0;
    NodeId node = 0;
    const std::vector<std::uint32_t>& touched;
  };
  void Consider(const Groups& groups, const Step& step);
  void UpdateOther(const Groups& groups, std::size_t attribute, const Step& step);

  // Raises worst_ of the nodes in focus by the attacks of the search that the items allow.
  void Raise(const Groups& groups, const Items& items, const AttackSearch& search);
  void RaiseByOtherTargets(const Groups& groups, const Step& step, AttackSearch search);
  void RaiseByOwnTargets(const Groups& groups, std::size_t attribute);
  // Makes the live nodes of the attribute the focus.
  void Focus(std::size_t attribute);
  // Also the focus is then what is left.
  void DropBreaching(std::size_t attribute);
  bool AnyHasTargetBelow(std::size_t attribute) const;

  const SpecializeInput& input_;
  const BreachRules& rules_;
  Threat limit_;
  std::vector<Choices> critical_;
  std::vector<Choices> exact_;  // what is shown, if observable
  // All by attribute, so that attributes are updated side by side.
  std::vector<std::vector<NodeId>> live_;
  std::vector<std::vector<Breach>> worst_;
  std::vector<std::vector<std::uint8_t>> focus_;              // see SearchedCandidates
  std::vector<std::vector<std::unique_ptr<Tally>>> tallies_;  // [attribute][target]
};

}  // namespace gauze::freeform
