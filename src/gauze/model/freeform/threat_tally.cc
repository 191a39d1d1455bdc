#include "gauze/model/freeform/threat_tally.h"

#include <algorithm>

namespace gauze::freeform {

Tally::Tally(const GuardedTree& tree, const BreachRules& rules)
    : tree_(tree),
      own_(rules.own),
      any_(rules.targets == BreachRules::Targets::kAny),
      shown_(tree.size()),
      target_rows_(tree.size()),
      scope_rows_(tree.size()) {
  if (!any_) return;
  best_.assign(tree.size(), 0);
  below_.assign(tree.size(), 0);
  total_.assign(tree.size(), 0);
  pending_.assign(tree.size(), 0);
}

const std::vector<Suspicion>& Tally::Threats(const std::vector<NodeId>& shown,
                                             const std::vector<std::uint64_t>& counts,
                                             std::span<const std::uint32_t> set) {
  Gather(shown, counts, set);
  if (any_) {
    SumTargets(nullptr);
    AddSums();
  } else {
    for (const NodeId target : targets_) AddEach(target);
  }
  Clear();
  return found_;
}

const std::vector<Suspicion>& Tally::ThreatsOfChildren(const std::vector<NodeId>& shown,
                                                       const std::vector<std::uint64_t>& counts,
                                                       std::span<const std::uint32_t> set,
                                                       const std::vector<std::uint8_t>& focus) {
  Gather(shown, counts, set);
  refined_.clear();
  if (any_) {
    SumTargets(&focus);
    for (const NodeId node : pending_nodes_) AddRefined(node);
  } else {
    for (const NodeId target : targets_) {
      const NodeId parent = tree_.Parent(target);
      if (focus[parent] == 0) continue;
      AddEach(target);
      refined_.resize(found_.size(), parent);
    }
  }
  Clear();
  return found_;
}

void Tally::Gather(const std::vector<NodeId>& shown, const std::vector<std::uint64_t>& counts,
                   std::span<const std::uint32_t> set) {
  found_.clear();
  for (const std::uint32_t item : set) {
    if (counts[item] == 0) continue;
    std::uint64_t& rows = shown_[shown[item]];
    if (rows == 0) touched_.push_back(shown[item]);
    rows += counts[item];
    rows_ += counts[item];
  }
  for (const NodeId node : touched_) {
    const std::uint64_t rows = shown_[node];
    NodeId above = node;
    for (; !tree_.Observable(above); above = tree_.Parent(above)) {
      if (target_rows_[above] == 0) targets_.push_back(above);
      target_rows_[above] += rows;
    }
    if (!own_) continue;
    if (!tree_.IsBorder(above)) above = tree_.BorderAbove(above);
    for (; above != kNoNode; above = tree_.BorderAbove(above)) {
      if (scope_rows_[above] == 0) scopes_.push_back(above);
      scope_rows_[above] += rows;
    }
  }
  if (!own_) scopes_.push_back(Hierarchy::kRoot);
}

void Tally::Clear() {
  rows_ = 0;
  for (const NodeId node : touched_) shown_[node] = 0;
  for (const NodeId node : targets_) target_rows_[node] = 0;
  for (const NodeId node : scopes_) scope_rows_[node] = 0;
  if (any_) {
    for (const NodeId node : targets_) best_[node] = below_[node] = 0;
    for (const NodeId node : scopes_) total_[node] = 0;
    for (const NodeId node : pending_nodes_) pending_[node] = 0;
  }
  touched_.clear();
  targets_.clear();
  scopes_.clear();
  pending_nodes_.clear();
}

NodeId Tally::ScopeOf(NodeId target) const {
  return own_ ? tree_.LowestObservable(target) : Hierarchy::kRoot;
}

void Tally::AddEach(NodeId target) {
  const Share share = tree_.SensitivityOf(target);
  if (share.numerator == 0) return;
  const NodeId scope = ScopeOf(target);
  const std::uint64_t support = Support(scope);
  found_.push_back({.target = target,
                    .scope = scope,
                    .threat = {.numerator = Wide{target_rows_[target]} * share.numerator,
                               .denominator = Wide{support} * share.denominator},
                    .support = support});
}

void Tally::SumTargets(const std::vector<std::uint8_t>* focus) {
  std::ranges::sort(targets_, std::greater<>());  // children before parents
  for (const NodeId target : targets_) {
    const Wide own = Wide{target_rows_[target]} * tree_.Weight(target);
    const NodeId parent = tree_.Parent(target);
    if (focus != nullptr && (*focus)[parent] != 0) {
      if (pending_[parent] == 0 && own > 0) pending_nodes_.push_back(parent);
      pending_[parent] += own;
      continue;
    }
    best_[target] = std::max(own, below_[target]);
    if (tree_.Observable(parent)) {
      AddToScopes(parent, best_[target]);
    } else {
      below_[parent] += best_[target];
    }
  }
}

void Tally::AddToScopes(NodeId above, Wide value) {
  if (!own_) {
    total_[Hierarchy::kRoot] += value;
    return;
  }
  for (; above != kNoNode; above = tree_.BorderAbove(above)) total_[above] += value;
}

void Tally::AddSums() {
  for (const NodeId scope : scopes_) {
    if (total_[scope] == 0) continue;
    found_.push_back({.target = scope,
                      .scope = scope,
                      .threat = {.numerator = total_[scope],
                                 .denominator = Wide{Support(scope)} * tree_.WeightScale()},
                      .support = Support(scope)});
  }
}

void Tally::AddRefined(NodeId node) {
  Wide rise = pending_[node];
  NodeId at = node;
  for (bool lowest = true; !tree_.Observable(at); at = tree_.Parent(at), lowest = false) {
    const Wide own = Wide{target_rows_[at]} * tree_.Weight(at);
    rise = std::max(own, (lowest ? Wide{0} : below_[at]) + rise) - best_[at];
    if (rise == 0) return;
  }
  const auto add = [&](NodeId scope) {
    found_.push_back({.target = scope,
                      .scope = scope,
                      .threat = {.numerator = total_[scope] + rise,
                                 .denominator = Wide{Support(scope)} * tree_.WeightScale()},
                      .support = Support(scope)});
    refined_.push_back(node);
  };
  if (!own_) return add(Hierarchy::kRoot);
  for (; at != kNoNode; at = tree_.BorderAbove(at)) add(at);
}

}  // namespace gauze::freeform
