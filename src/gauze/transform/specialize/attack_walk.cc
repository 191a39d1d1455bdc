#include "gauze/transform/specialize/attack_walk.h"

#include <algorithm>

#include "gauze/base/stop.h"

namespace gauze::freeform {

void AttackWalk::Run(std::vector<const Choices*> choices) {
  depths_ = choices.size();
  Walk walk(items_, std::move(choices));
  walk_ = &walk;
  walk.Run(*this);
}

// Whether an item that shows this in the target's attribute can make an attack new.
bool AttackWalk::Matters(NodeId shown) const {
  if (tree_.Observable(shown)) return false;
  if (TargetsItself()) return IsSearched(tree_.Parent(shown));
  return search_.target_parent == kNoNode || tree_.Parent(shown) == search_.target_parent;
}

bool AttackWalk::Enter(std::span<const std::uint32_t> set, std::size_t depth) {
  bool matters = false;
  bool uniform = true;
  const NodeId first = shown_[set.front()];
  for (const std::uint32_t item : set) {
    matters = matters || Matters(shown_[item]);
    uniform = uniform && shown_[item] == first;
    if (matters && !uniform) break;
  }
  if (!matters) return false;
  // All rows show the same: whatever else is known, the shares stay as they are. The candidate and
  // the step, at the first depths, must be in X all the same.
  const std::size_t needed = search_.fixed.size() + (TargetsItself() ? 0 : 1);
  if (depth < depths_ && (!uniform || depth < needed)) return true;
  Look(set);
  return false;
}

bool AttackWalk::Skips(std::size_t depth, NodeId value) const {
  if (depth > 0 || TargetsItself()) return false;
  return !IsSearched(input_.attributes[search_.attribute].tree.Parent(value));
}

void AttackWalk::Look(std::span<const std::uint32_t> set) {
  StopIfAsked();
  if (!TargetsItself()) {
    const NodeId known = walk_->known()[search_.attribute];
    const NodeId candidate = input_.attributes[search_.attribute].tree.Parent(known);
    for (const Suspicion& suspicion : tally_.Threats(shown_, items_.counts, set)) {
      Take(candidate, suspicion);
    }
    return;
  }
  const auto& found = tally_.ThreatsOfChildren(shown_, items_.counts, set, candidates_.focus);
  for (std::size_t at = 0; at < found.size(); ++at) Take(tally_.refined()[at], found[at]);
}

void AttackWalk::Take(NodeId candidate, const Suspicion& suspicion) {
  Breach& worst = candidates_.worst[candidate];
  if (!(worst.threat < suspicion.threat)) return;
  worst = {.known = walk_->known(),
           .attribute = search_.target,
           .target = suspicion.target,
           .threat = suspicion.threat,
           .support = suspicion.support};
  std::ranges::replace(worst.known, kNoNode, Hierarchy::kRoot);
  worst.known[search_.target] = suspicion.scope;
  if (candidates_.limit < suspicion.threat) {
    candidates_.focus[candidate] = SearchedCandidates::kDropped;
  }
}

}  // namespace gauze::freeform
