#include "gauze/transform/specialize/withhold_walk.h"

#include <algorithm>

namespace gauze::freeform {

WithholdWalk::WithholdWalk(ShadowItems& shadows, const GuardedTree& tree, const BreachRules& rules,
                           std::uint64_t budget)
    : shadows_(shadows),
      tree_(tree),
      rules_(rules),
      limit_(ThreatOf(rules.threat)),
      budget_(budget),
      tally_(tree, rules) {}

void WithholdWalk::Run(std::vector<const Choices*> choices) {
  depths_ = choices.size();
  Walk walk(shadows_.items, std::move(choices));
  walk_ = &walk;
  walk.Run(*this);
}

bool WithholdWalk::Enter(std::span<const std::uint32_t> set, std::size_t depth) {
  if (withheld_ > budget_) return false;
  const std::vector<NodeId>& shown = shadows_.items.nodes[shadows_.target];
  const auto& counts = shadows_.items.counts;
  const bool matters = std::ranges::any_of(
      set, [&](std::uint32_t item) { return counts[item] > 0 && !tree_.Observable(shown[item]); });
  if (!matters) return false;
  if (depth < depths_) return true;
  while (withheld_ <= budget_) {
    const auto& found = tally_.Threats(shown, counts, set);
    const auto breach = std::ranges::find_if(
        found, [&](const Suspicion& suspicion) { return limit_ < suspicion.threat; });
    if (breach == found.end()) break;
    Mend(set, Suspicion(*breach));
  }
  return false;
}

void WithholdWalk::Mend(std::span<const std::uint32_t> set, const Suspicion& suspicion) {
  if (!first_) {
    first_ = {.known = walk_->known(),
              .attribute = shadows_.target,
              .target = suspicion.target,
              .threat = suspicion.threat,
              .support = suspicion.support};
    std::ranges::replace(first_->known, kNoNode, Hierarchy::kRoot);
    first_->known[shadows_.target] = suspicion.scope;
  }
  auto& counts = shadows_.items.counts;
  const std::vector<NodeId>& shown = shadows_.items.nodes[shadows_.target];
  for (const std::uint32_t item : set) {
    const bool hidden = counts[item] > 0 && !tree_.Observable(shown[item]);
    if (!hidden || !IsBelow(shown[item], suspicion.target)) continue;
    const std::uint64_t rows = std::min(counts[item], Excess(suspicion, shown[item]));
    counts[item] -= rows;
    counts[item + shadows_.rows()] += rows;
    withheld_ += rows;
    return;
  }
  Check(false, "a breach has rows");
}

std::uint64_t WithholdWalk::Excess(const Suspicion& suspicion, NodeId shown) const {
  // What the sum of weights may be: limit * denominator, rounded down.
  const Wide allowed =
      suspicion.threat.denominator / limit_.denominator * limit_.numerator +
      suspicion.threat.denominator % limit_.denominator * limit_.numerator / limit_.denominator;
  const Wide excess = suspicion.threat.numerator - allowed;
  if (rules_.targets == BreachRules::Targets::kEach) {
    const auto weight = static_cast<Wide>(tree_.SensitivityOf(suspicion.target).numerator);
    return static_cast<std::uint64_t>((excess + weight - 1) / weight);
  }
  // A row adds at most the largest weight above it; what is left is seen at the next look.
  std::uint64_t weight = 1;
  for (NodeId node = shown; !tree_.Observable(node); node = tree_.Parent(node)) {
    weight = std::max(weight, tree_.Weight(node));
  }
  return std::max<std::uint64_t>(1, static_cast<std::uint64_t>(excess / weight));
}

bool WithholdWalk::IsBelow(NodeId node, NodeId above) const {
  while (node != above && node != Hierarchy::kRoot) node = tree_.Parent(node);
  return node == above;
}

}  // namespace gauze::freeform
