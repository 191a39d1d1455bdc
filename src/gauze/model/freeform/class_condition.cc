#include "gauze/model/freeform/class_condition.h"

#include <algorithm>

namespace gauze::freeform {
namespace {

struct WorstOf {
  const Items& items;
  const GuardedTree& tree;
  std::size_t attribute;
  std::size_t depths;
  Threat enough;  // nothing above it has to be told apart
  Tally tally;
  Threat worst;

  bool Enter(std::span<const std::uint32_t> set, std::size_t depth) {
    const std::vector<NodeId>& shown = items.nodes[attribute];
    const auto is_target = [&](std::uint32_t item) { return !tree.Observable(shown[item]); };
    if (enough < worst || std::ranges::none_of(set, is_target)) return false;
    if (depth < depths) return true;
    for (const Suspicion& suspicion : tally.Threats(shown, items.counts, set)) {
      if (worst < suspicion.threat) worst = suspicion.threat;
    }
    return false;
  }
  bool Skips(std::size_t /*depth*/, NodeId /*value*/) const { return enough < worst; }
};

}  // namespace

ClassCondition::ClassCondition(std::vector<GuardedTree> trees, const BreachRules& rules)
    : trees_(std::move(trees)), rules_(rules) {
  for (std::size_t attribute = 0; attribute < trees_.size(); ++attribute) {
    choices_.push_back(ChoicesOf(trees_[attribute], attribute, Breadth::kCritical));
  }
}

bool ClassCondition::Holds(const Items& rows) const {
  return !(ThreatOf(rules_.threat) < Search(rows, true));
}

Threat ClassCondition::Worst(const Items& rows) const { return Search(rows, false); }

Threat ClassCondition::Search(const Items& rows, bool stop_at_breach) const {
  // No threat is above 1.
  Threat enough{.numerator = 2};
  if (stop_at_breach) enough = ThreatOf(rules_.threat);
  Threat worst;
  for (std::size_t attribute = 0; attribute < trees_.size(); ++attribute) {
    if (!trees_[attribute].HasTargets()) continue;
    std::vector<const Choices*> others;
    for (const Choices& choices : choices_) {
      if (choices.attribute != attribute) others.push_back(&choices);
    }
    WorstOf visitor{.items = rows,
                    .tree = trees_[attribute],
                    .attribute = attribute,
                    .depths = others.size(),
                    .enough = enough,
                    .tally = Tally(trees_[attribute], rules_),
                    .worst = worst};
    Walk(rows, std::move(others)).Run(visitor);
    worst = visitor.worst;
  }
  return worst;
}

}  // namespace gauze::freeform
