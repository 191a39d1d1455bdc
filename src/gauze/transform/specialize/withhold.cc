#include "gauze/transform/specialize/withhold.h"

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <set>

#include "gauze/transform/specialize/withhold_walk.h"

namespace gauze::freeform {
namespace {

// A run, step by step.
class Withholder {
 public:
  Withholder(const SpecializeInput& input, const SpecializeOptions& options,
             const Schedule& schedule)
      : input_(input), rules_(options.rules), schedule_(schedule), groups_(input) {
    for (std::size_t k = 0; k < input.attributes.size(); ++k) {
      const GuardedTree& tree = input.attributes[k].tree;
      critical_.push_back(ChoicesOf(tree, k, Breadth::kCritical));
      exact_.push_back(critical_.back());
      for (NodeId node = 0; node < tree.size(); ++node) {
        exact_[k].first[node] = tree.Observable(node) ? node : kNoNode;
        exact_[k].next[node] = kNoNode;
      }
      withheld_.emplace_back(tree.HasTargets() ? input.counts.size() : 0);
      for (std::size_t tuple = 0; tree.HasTargets() && tuple < input.counts.size(); ++tuple) {
        const NodeId leaf =
            input.attributes[k].hierarchy.leaf(input.attributes[k].codes.Get(tuple));
        if (!tree.Observable(leaf)) guarded_cells_ += input.counts[tuple];
      }
      cuts_.push_back({Hierarchy::kRoot});
      untried_.emplace_back();
      if (!tree.Children(Hierarchy::kRoot).empty()) untried_[k].insert(Hierarchy::kRoot);
    }
    budget_ = static_cast<std::uint64_t>(Wide{guarded_cells_} * options.withhold.numerator /
                                         options.withhold.denominator);
  }

  Specialized Run(const Order& order) {
    for (const auto& phase : schedule_.PhasesOf(order)) {
      while (const auto next = Largest(phase, order)) Try(next->first, next->second);
    }
    std::ranges::sort(result_.blocked, {}, [](const Blocked& blocked) {
      return std::pair(blocked.attribute, blocked.node);
    });
    result_.order = order;
    result_.guarded_cells = guarded_cells_;
    for (const auto& cut : cuts_) result_.cuts.emplace_back(cut.begin(), cut.end());
    result_.loss = schedule_.LossOf(result_.cuts);
    for (std::size_t k = 0; k < withheld_.size(); ++k) AddWithheld(k);
    result_.worst =
        FindBreaches(Trees(), Released(input_, result_), rules_, Breadth::kCritical, 0).worst;
    return std::move(result_);
  }

 private:
  std::optional<std::pair<std::size_t, NodeId>> Largest(const std::vector<std::size_t>& phase,
                                                        const Order& order) const {
    std::optional<std::pair<std::size_t, NodeId>> best;
    double largest = 0;
    for (const std::size_t k : phase) {
      const double weight = order.weights.empty() ? 1 : order.weights[k];
      for (const NodeId node : untried_[k]) {
        const double fall = weight * schedule_.Fall(k, node);
        if (best && fall <= largest) continue;
        best = {k, node};
        largest = fall;
      }
    }
    return best;
  }

  void Try(std::size_t attribute, NodeId node) {
    untried_[attribute].erase(node);
    std::vector<std::unique_ptr<ShadowItems>> trials;
    std::vector<std::vector<std::uint64_t>> before;
    std::uint64_t used = result_.withheld_cells;
    for (std::size_t target = 0; target < input_.attributes.size(); ++target) {
      const GuardedTree& tree = input_.attributes[target].tree;
      const bool hides = target == attribute
                             ? std::ranges::any_of(tree.Children(node),
                                                   [&](NodeId n) { return !tree.Observable(n); })
                             : groups_.ShowsTargets(target);
      if (!hides || !tree.HasTargets()) continue;
      trials.push_back(std::make_unique<ShadowItems>(Show(target, attribute, node)));
      before.push_back(trials.back()->items.counts);
      WithholdWalk walk(*trials.back(), tree, rules_, budget_ - used);
      walk.Run(ChoicesFor(target, attribute));
      used += walk.withheld();
      if (used <= budget_) continue;
      result_.blocked.push_back({.attribute = attribute, .node = node, .breach = *walk.first()});
      return;
    }
    for (std::size_t at = 0; at < trials.size(); ++at) Apply(*trials[at], before[at], attribute);
    result_.withheld_cells = used;
    ++result_.steps;
    groups_.Split(attribute, node);
    cuts_[attribute].erase(node);
    const GuardedTree& tree = input_.attributes[attribute].tree;
    for (const NodeId child : tree.Children(node)) {
      cuts_[attribute].insert(child);
      if (!tree.Children(child).empty()) untried_[attribute].insert(child);
    }
  }

  // What the groups would show, with children instead of `node`, and with the cells of `target`
  // that are withheld so far. Without the target being `finer`, only groups below the node count.
  ShadowItems Show(std::size_t target, std::size_t finer, NodeId node) const {
    ShadowItems shadows(input_.attributes.size(), target);
    const GuardedTree& tree = input_.attributes[target].tree;
    std::vector<std::uint64_t> withheld;  // of each item
    const auto add = [&](std::uint32_t group, NodeId shown, std::uint64_t rows,
                         std::uint64_t hidden) {
      for (std::size_t k = 0; k < input_.attributes.size(); ++k) {
        shadows.items.nodes[k].push_back(k == finer ? shown : groups_.Node(k, group));
      }
      const bool observable = tree.Observable(shadows.items.nodes[target].back());
      withheld.push_back(observable ? 0 : hidden);
      shadows.items.counts.push_back(rows - withheld.back());
      shadows.group.push_back(group);
    };
    const std::vector<NodeId>& below = groups_.Below(finer);
    const CodeColumn& codes = input_.attributes[finer].codes;
    std::map<NodeId, std::pair<std::uint64_t, std::uint64_t>> parts;
    for (std::uint32_t group = 0; group < groups_.size(); ++group) {
      const bool divided = groups_.Node(finer, group) == node;
      if (!divided && target != finer) continue;
      parts.clear();
      for (const std::uint32_t tuple : groups_.Tuples(group)) {
        auto& part = parts[divided ? below[codes.Get(tuple)] : groups_.Node(finer, group)];
        part.first += input_.counts[tuple];
        part.second += withheld_[target][tuple];
      }
      for (const auto& [shown, rows] : parts) add(group, shown, rows.first, rows.second);
    }
    for (std::size_t k = 0; k < input_.attributes.size(); ++k) {
      auto& nodes = shadows.items.nodes[k];
      const std::size_t size = shadows.rows();
      for (std::size_t item = 0; item < size; ++item) {
        nodes.push_back(k == target ? tree.LowestObservable(nodes[item]) : nodes[item]);
      }
    }
    shadows.items.counts.insert(shadows.items.counts.end(), withheld.begin(), withheld.end());
    return shadows;
  }

  std::vector<const Choices*> ChoicesFor(std::size_t target, std::size_t finer) const {
    std::vector<const Choices*> choices;
    if (target != finer) choices.push_back(&exact_[finer]);
    for (std::size_t k = 0; k < input_.attributes.size(); ++k) {
      if (k != target && k != finer && groups_.CutSize(k) > 1) choices.push_back(&critical_[k]);
    }
    return choices;
  }

  // Withholds the cells from the first tuples that have any left.
  void Apply(const ShadowItems& shadows, const std::vector<std::uint64_t>& before,
             std::size_t finer) {
    auto& withheld = withheld_[shadows.target];
    const std::vector<NodeId>& below = groups_.Below(finer);
    const CodeColumn& codes = input_.attributes[finer].codes;
    for (std::size_t item = 0; item < shadows.rows(); ++item) {
      std::uint64_t rows = before[item] - shadows.items.counts[item];
      const std::uint32_t group = shadows.group[item];
      const NodeId shown = shadows.items.nodes[finer][item];
      const bool divided = shown != groups_.Node(finer, group);
      for (const std::uint32_t tuple : groups_.Tuples(group)) {
        if (rows == 0) break;
        if (divided && below[codes.Get(tuple)] != shown) continue;
        const std::uint64_t taken = std::min(rows, input_.counts[tuple] - withheld[tuple]);
        withheld[tuple] += taken;
        rows -= taken;
      }
    }
  }

  void AddWithheld(std::size_t attribute) {
    const auto& [tree, hierarchy, codes, loss] = input_.attributes[attribute];
    const auto node_of = NodeOfCode(hierarchy, result_.cuts[attribute]);
    for (std::uint32_t tuple = 0; tuple < withheld_[attribute].size(); ++tuple) {
      const std::uint64_t rows = withheld_[attribute][tuple];
      if (rows == 0) continue;
      result_.withheld.push_back({.attribute = attribute, .tuple = tuple, .rows = rows});
      const NodeId shown = node_of[codes.Get(tuple)];
      result_.loss += schedule_.ShareOf(rows) * (loss[tree.LowestObservable(shown)] - loss[shown]);
    }
  }

  std::vector<GuardedTree> Trees() const {
    std::vector<GuardedTree> trees;
    for (const auto& attribute : input_.attributes) trees.push_back(attribute.tree);
    return trees;
  }

  const SpecializeInput& input_;
  const BreachRules& rules_;
  const Schedule& schedule_;
  Groups groups_;
  std::vector<Choices> critical_;
  std::vector<Choices> exact_;
  std::vector<std::vector<std::uint64_t>> withheld_;  // [attribute][tuple]
  std::vector<std::set<NodeId>> cuts_;
  std::vector<std::set<NodeId>> untried_;
  std::uint64_t guarded_cells_ = 0;
  std::uint64_t budget_ = 0;
  Specialized result_;
};

}  // namespace

Specialized SpecializeWithholding(const SpecializeInput& input, const SpecializeOptions& options,
                                  const Order& order, const Schedule& schedule) {
  return Withholder(input, options, schedule).Run(order);
}

}  // namespace gauze::freeform
