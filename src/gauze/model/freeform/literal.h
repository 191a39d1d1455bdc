#pragma once

#include <algorithm>
#include <functional>
#include <set>
#include <vector>

#include "gauze/model/freeform/breaches.h"

// For tests: every attack of a table, by enumeration of its definition.

namespace gauze::freeform {

inline bool IsAtOrAbove(const GuardedTree& tree, NodeId above, NodeId node) {
  while (node != above && node != Hierarchy::kRoot) node = tree.Parent(node);
  return node == above;
}

// What is shown, and everything above.
inline std::set<NodeId> CutPlus(const GuardedTree& tree, const CodeColumn& cells) {
  std::set<NodeId> nodes;
  for (std::size_t row = 0; row < cells.size(); ++row) {
    for (NodeId node = cells.Get(row);; node = tree.Parent(node)) {
      nodes.insert(node);
      if (node == Hierarchy::kRoot) break;
    }
  }
  return nodes;
}

// Enough for sums of shares of small trees: 1 to 12, and the squares of 1 to 6, divide it.
constexpr std::uint64_t kCommonDenominator = 277'200;

inline std::uint64_t ScaledSensitivity(const GuardedTree& tree, NodeId node) {
  const Share share = tree.SensitivityOf(node);
  Check(kCommonDenominator % share.denominator == 0, "a small tree");
  return kCommonDenominator / share.denominator * share.numerator;
}

// The largest sum of rows times sensitivity over sets of targets of which none is above another.
inline std::uint64_t BestSum(const GuardedTree& tree, const std::vector<NodeId>& targets,
                             const std::vector<std::uint64_t>& rows) {
  std::uint64_t best = 0;
  for (std::uint64_t subset = 0; subset >> targets.size() == 0; ++subset) {
    std::uint64_t sum = 0;
    bool disjoint = true;
    for (std::size_t i = 0; i < targets.size(); ++i) {
      if ((subset >> i & 1U) == 0) continue;
      sum += rows[i] * ScaledSensitivity(tree, targets[i]);
      for (std::size_t j = 0; j < targets.size(); ++j) {
        const bool both = i != j && (subset >> j & 1U) != 0;
        if (both && IsAtOrAbove(tree, targets[i], targets[j])) disjoint = false;
      }
    }
    if (disjoint) best = std::max(best, sum);
  }
  return best;
}

// Every attack with a threat above 0, in no particular order. With `own` and single targets, the
// lowest observable node above the target is known; with sums, every observable node in turn.
inline std::vector<Breach> LiteralAttacks(const std::vector<GuardedTree>& trees,
                                          const NodeTable& table, const BreachRules& rules) {
  std::vector<Breach> attacks;
  const bool any = rules.targets == BreachRules::Targets::kAny;
  std::vector<std::vector<NodeId>> observable(trees.size());
  std::vector<std::vector<NodeId>> hidden(trees.size());
  for (std::size_t k = 0; k < trees.size(); ++k) {
    for (const NodeId node : CutPlus(trees[k], table.cells[k])) {
      (trees[k].Observable(node) ? observable : hidden)[k].push_back(node);
    }
  }
  const auto support = [&](const std::vector<NodeId>& known, std::size_t attribute, NodeId node) {
    std::uint64_t rows = 0;
    for (std::size_t row = 0; row < table.counts.size(); ++row) {
      bool matches = true;
      for (std::size_t k = 0; k < trees.size(); ++k) {
        const NodeId wanted = k == attribute ? node : known[k];
        matches = matches && IsAtOrAbove(trees[k], wanted, table.cells[k].Get(row));
      }
      if (matches) rows += table.counts[row];
    }
    return rows;
  };
  for (std::size_t attribute = 0; attribute < trees.size(); ++attribute) {
    const GuardedTree& tree = trees[attribute];
    const auto visit = [&](std::vector<NodeId> known) {
      if (support(known, attribute, Hierarchy::kRoot) == 0) return;
      std::vector<NodeId> scopes = {Hierarchy::kRoot};
      if (rules.own) scopes = observable[attribute];
      for (const NodeId scope : scopes) {
        known[attribute] = scope;
        const std::uint64_t rows = support(known, attribute, scope);
        std::vector<NodeId> targets;
        std::vector<std::uint64_t> matching;
        for (const NodeId target : hidden[attribute]) {
          if (!IsAtOrAbove(tree, scope, target)) continue;
          targets.push_back(target);
          matching.push_back(support(known, attribute, target));
          const std::uint64_t found = matching.back() * ScaledSensitivity(tree, target);
          if (any || found == 0) continue;
          if (rules.own && tree.LowestObservable(target) != scope) continue;
          attacks.push_back(
              {known, attribute, target, {found, Wide{rows} * kCommonDenominator}, rows});
        }
        const std::uint64_t sum = any ? BestSum(tree, targets, matching) : 0;
        if (sum == 0) continue;
        attacks.push_back({known, attribute, scope, {sum, Wide{rows} * kCommonDenominator}, rows});
      }
    };
    std::vector<NodeId> known(trees.size(), Hierarchy::kRoot);
    const std::function<void(std::size_t)> choose = [&](std::size_t k) {
      if (k == trees.size()) return visit(known);
      if (k == attribute) return choose(k + 1);
      for (const NodeId node : observable[k]) {
        known[k] = node;
        choose(k + 1);
      }
    };
    choose(0);
  }
  return attacks;
}

inline Threat WorstThreat(const std::vector<Breach>& attacks) {
  Threat worst;
  for (const Breach& attack : attacks) worst = std::max(worst, attack.threat);
  return worst;
}

// Of the attacks with that threat, the fewest rows that match; 0 if there is no attack.
inline std::uint64_t WorstSupport(const std::vector<Breach>& attacks) {
  std::uint64_t fewest = 0;
  for (const Breach& attack : attacks) {
    if (attack.threat == WorstThreat(attacks) && (fewest == 0 || attack.support < fewest)) {
      fewest = attack.support;
    }
  }
  return fewest;
}

}  // namespace gauze::freeform
