#include "gauze/model/freeform/class_condition.h"

#include <algorithm>

namespace gauze::freeform {

// The attacks on one class at a time.
class ClassCondition::Search {
 public:
  explicit Search(const ClassCondition& condition) : items_(condition.trees_.size()) {
    items_.nodes = condition.nodes_;
    items_.counts.assign(condition.nodes_.empty() ? 0 : condition.nodes_.front().size(), 0);
    for (std::size_t k = 0; k < condition.trees_.size(); ++k) {
      if (!condition.trees_[k].HasTargets()) continue;
      std::vector<const Choices*> others;
      for (const Choices& choices : condition.choices_) {
        if (choices.attribute != k) others.push_back(&choices);
      }
      targets_.push_back({.attribute = k,
                          .tree = condition.trees_[k],
                          .depths = others.size(),
                          .tally = Tally(condition.trees_[k], condition.rules_),
                          .walk = Walk(items_, std::move(others))});
    }
  }

  // Nothing above `enough` has to be told apart.
  Threat Run(std::span<const std::uint64_t> counts, Present present, Threat enough) {
    if (targets_.empty()) return {};
    set_.clear();
    const auto take = [&](std::uint32_t item) {
      items_.counts[item] = counts[item];
      set_.push_back(item);
    };
    if (present) {
      std::ranges::for_each(*present, take);
    } else {
      for (std::uint32_t item = 0; item < counts.size(); ++item) {
        if (counts[item] > 0) take(item);
      }
    }
    Threat worst;
    for (Target& target : targets_) {
      Visitor visitor{.items = items_, .target = target, .enough = enough, .worst = worst};
      target.walk.Run(visitor, set_);
      worst = visitor.worst;
    }
    return worst;
  }

 private:
  // The attribute that attacks aim at.
  struct Target {
    std::size_t attribute;
    const GuardedTree& tree;
    std::size_t depths;
    Tally tally;
    Walk walk;
  };

  struct Visitor {
    const Items& items;
    Target& target;
    Threat enough;
    Threat worst;

    bool Enter(std::span<const std::uint32_t> set, std::size_t depth) {
      const std::vector<NodeId>& shown = items.nodes[target.attribute];
      const auto is_target = [&](std::uint32_t item) {
        return !target.tree.Observable(shown[item]);
      };
      if (enough < worst || std::ranges::none_of(set, is_target)) return false;
      if (depth < target.depths) return true;
      for (const Suspicion& suspicion : target.tally.Threats(shown, items.counts, set)) {
        if (worst < suspicion.threat) worst = suspicion.threat;
      }
      return false;
    }
    bool Skips(std::size_t /*depth*/, NodeId /*value*/) const { return enough < worst; }
  };

  Items items_;
  std::vector<Target> targets_;
  std::vector<std::uint32_t> set_;
};

ClassCondition::ClassCondition(std::vector<GuardedTree> trees, const BreachRules& rules,
                               std::vector<std::vector<NodeId>> nodes)
    : trees_(std::move(trees)), rules_(rules), nodes_(std::move(nodes)) {
  for (std::size_t attribute = 0; attribute < trees_.size(); ++attribute) {
    choices_.push_back(ChoicesOf(trees_[attribute], attribute, Breadth::kCritical));
  }
}

ClassCondition::~ClassCondition() = default;

bool ClassCondition::Holds(std::span<const std::uint64_t> counts, Present present) const {
  const Threat allowed = ThreatOf(rules_.threat);
  return !(allowed < Run(counts, present, allowed));
}

double ClassCondition::SensitivityOf(std::size_t row) const {
  double most = 0;
  for (std::size_t k = 0; k < trees_.size(); ++k) {
    const NodeId node = nodes_[k][row];
    if (trees_[k].Observable(node)) continue;
    const Share share = trees_[k].SensitivityOf(node);
    most = std::max(most,
                    static_cast<double>(share.numerator) / static_cast<double>(share.denominator));
  }
  return most;
}

Threat ClassCondition::Worst(std::span<const std::uint64_t> counts, Present present) const {
  return Run(counts, present, {.numerator = 2});  // no threat is above 1
}

Threat ClassCondition::Run(std::span<const std::uint64_t> counts, Present present,
                           Threat enough) const {
  std::unique_ptr<Search>& search = searches_.local();
  if (search == nullptr) search = std::make_unique<Search>(*this);
  return search->Run(counts, present, enough);
}

}  // namespace gauze::freeform
