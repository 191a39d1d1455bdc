#include "gauze/transform/specialize/candidates.h"

#include <algorithm>
#include <numeric>

#include "gauze/base/parallel.h"

namespace gauze::freeform {
namespace {

bool HasHiddenChild(const GuardedTree& tree, NodeId node) {
  return std::ranges::any_of(tree.Children(node),
                             [&](NodeId child) { return !tree.Observable(child); });
}

Choices ExactChoices(const GuardedTree& tree, std::size_t attribute) {
  Choices choices{.attribute = attribute};
  for (NodeId node = 0; node < tree.size(); ++node) {
    choices.first.push_back(tree.Observable(node) ? node : kNoNode);
  }
  choices.next.assign(tree.size(), kNoNode);
  return choices;
}

std::vector<std::uint32_t> AllOf(const Groups& groups) {
  std::vector<std::uint32_t> all(groups.size());
  std::iota(all.begin(), all.end(), 0U);
  return all;
}

}  // namespace

Candidates::Candidates(const SpecializeInput& input, const BreachRules& rules)
    : input_(input), rules_(rules), limit_(ThreatOf(rules.threat)) {
  for (std::size_t attribute = 0; attribute < input.attributes.size(); ++attribute) {
    const GuardedTree& tree = input.attributes[attribute].tree;
    critical_.push_back(ChoicesOf(tree, attribute, Breadth::kCritical));
    exact_.push_back(ExactChoices(tree, attribute));
    live_.emplace_back();
    worst_.emplace_back(tree.size());
    focus_.emplace_back(tree.size());
    tallies_.emplace_back(input.attributes.size());
  }
}

void Candidates::Start(const Groups& groups) {
  const std::vector<std::uint32_t> all = AllOf(groups);
  ForEach(input_.attributes.size(), [&](std::size_t attribute) {
    if (input_.attributes[attribute].tree.Children(Hierarchy::kRoot).empty()) return;
    live_[attribute] = {Hierarchy::kRoot};
    Consider(groups, {.attribute = attribute, .node = kNoNode, .touched = all});
  });
}

void Candidates::Update(const Groups& groups, std::size_t attribute, NodeId node,
                        const std::vector<std::uint32_t>& touched) {
  const Step step{.attribute = attribute, .node = node, .touched = touched};
  ForEach(input_.attributes.size(), [&](std::size_t other) {
    if (other != attribute) return UpdateOther(groups, other, step);
    std::erase(live_[attribute], node);
    std::vector<NodeId> before = std::move(live_[attribute]);
    live_[attribute].clear();
    const GuardedTree& tree = input_.attributes[attribute].tree;
    for (const NodeId child : tree.Children(node)) {
      if (!tree.Children(child).empty()) live_[attribute].push_back(child);
    }
    Consider(groups, step);
    before.insert(before.end(), live_[attribute].begin(), live_[attribute].end());
    std::ranges::sort(before);
    live_[attribute] = std::move(before);
    // A sum of threats may need the children of two nodes of one attribute.
    if (rules_.targets == BreachRules::Targets::kAny) RaiseByOwnTargets(groups, attribute);
  });
}

// Every attack that has a child of a candidate, all of which are below the step's node.
void Candidates::Consider(const Groups& groups, const Step& step) {
  const std::size_t attribute = step.attribute;
  if (live_[attribute].empty()) return;
  RaiseByOtherTargets(groups, step, {.attribute = attribute});
  RaiseByOwnTargets(groups, attribute);
}

// Targets of attributes that neither the candidate nor the step is about.
void Candidates::RaiseByOtherTargets(const Groups& groups, const Step& step, AttackSearch search) {
  Focus(search.attribute);
  std::vector<std::size_t> targets;
  for (std::size_t target = 0; target < input_.attributes.size(); ++target) {
    const bool other = target != search.attribute && target != step.attribute;
    if (other && groups.ShowsTargets(target)) targets.push_back(target);
  }
  if (targets.empty()) return;
  const Items items = groups.Show(step.touched, search.attribute, focus_[search.attribute],
                                  Groups::Others::kLeftOut);
  for (const std::size_t target : targets) {
    search.target = target;
    Raise(groups, items, search);
  }
  DropBreaching(search.attribute);
}

// Those who match X may show anything in the target's own attribute, so all groups count.
void Candidates::RaiseByOwnTargets(const Groups& groups, std::size_t attribute) {
  if (!AnyHasTargetBelow(attribute)) return;
  Focus(attribute);
  Raise(groups, groups.Show(AllOf(groups), attribute, focus_[attribute], Groups::Others::kKept),
        {.attribute = attribute, .target = attribute});
  DropBreaching(attribute);
}

// Every attack that has a child of a candidate of `attribute` and a child of the step's node: both
// known, or one of them the target.
void Candidates::UpdateOther(const Groups& groups, std::size_t attribute, const Step& step) {
  if (live_[attribute].empty()) return;
  RaiseByOtherTargets(groups, step, {.attribute = attribute, .fixed = {step.attribute}});
  const auto& focus = focus_[attribute];
  if (AnyHasTargetBelow(attribute)) {
    Raise(groups, groups.Show(step.touched, attribute, focus, Groups::Others::kKept),
          {.attribute = attribute, .target = attribute, .fixed = {step.attribute}});
    DropBreaching(attribute);
  }
  const GuardedTree& step_tree = input_.attributes[step.attribute].tree;
  if (!live_[attribute].empty() && HasHiddenChild(step_tree, step.node)) {
    Raise(groups, groups.Show(AllOf(groups), attribute, focus, Groups::Others::kLeftOut),
          {.attribute = attribute, .target = step.attribute, .target_parent = step.node});
    DropBreaching(attribute);
  }
}

void Candidates::Raise(const Groups& groups, const Items& items, const AttackSearch& search) {
  auto& tally = tallies_[search.attribute][search.target];
  if (tally == nullptr) {
    tally = std::make_unique<Tally>(input_.attributes[search.target].tree, rules_);
  }
  std::vector<const Choices*> choices;
  if (search.target != search.attribute) choices.push_back(&exact_[search.attribute]);
  for (const std::size_t fixed : search.fixed) choices.push_back(&exact_[fixed]);
  // What divides most comes first: small sets end soon.
  std::vector<std::size_t> others;
  for (std::size_t k = 0; k < input_.attributes.size(); ++k) {
    const bool decided = k == search.attribute || k == search.target ||
                         std::ranges::find(search.fixed, k) != search.fixed.end();
    if (!decided && groups.CutSize(k) > 1) others.push_back(k);
  }
  std::ranges::sort(others, [&](std::size_t a, std::size_t b) {
    return std::pair(groups.CutSize(b), a) < std::pair(groups.CutSize(a), b);
  });
  for (const std::size_t k : others) choices.push_back(&critical_[k]);
  const SearchedCandidates candidates{
      .focus = focus_[search.attribute], .worst = worst_[search.attribute], .limit = limit_};
  AttackWalk(input_, candidates, items, search, *tally).Run(std::move(choices));
}

void Candidates::Focus(std::size_t attribute) {
  std::ranges::fill(focus_[attribute], std::uint8_t{0});
  for (const NodeId node : live_[attribute])
    focus_[attribute][node] = SearchedCandidates::kSearched;
}

void Candidates::DropBreaching(std::size_t attribute) {
  std::erase_if(live_[attribute],
                [&](NodeId node) { return limit_ < worst_[attribute][node].threat; });
  Focus(attribute);
}

bool Candidates::AnyHasTargetBelow(std::size_t attribute) const {
  return std::ranges::any_of(live_[attribute], [&](NodeId node) {
    return HasHiddenChild(input_.attributes[attribute].tree, node);
  });
}

}  // namespace gauze::freeform
