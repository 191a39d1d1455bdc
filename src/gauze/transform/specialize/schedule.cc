#include "gauze/transform/specialize/schedule.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

namespace gauze::freeform {

Schedule::Schedule(const SpecializeInput& input) : input_(input) {
  std::uint64_t all = 0;
  for (const std::uint64_t count : input.counts) all += count;
  cells_ = static_cast<double>(std::max<std::uint64_t>(all, 1)) *
           static_cast<double>(input.attributes.size());
  for (const auto& attribute : input.attributes) {
    const GuardedTree& tree = attribute.tree;
    auto& rows = rows_.emplace_back(tree.size());
    attribute.codes.Visit([&](const auto& codes) {
      for (std::size_t tuple = 0; tuple < codes.size(); ++tuple) {
        rows[attribute.hierarchy.leaf(codes[tuple])] += input.counts[tuple];
      }
    });
    for (NodeId node = static_cast<NodeId>(tree.size()); node-- > 1;) {
      rows[tree.Parent(node)] += rows[node];
    }
    auto& fall = fall_.emplace_back(tree.size());
    for (NodeId node = 0; node < tree.size(); ++node) {
      for (const NodeId child : tree.Children(node)) {
        fall[node] += static_cast<double>(rows[child]) *
                      (attribute.loss[node] - attribute.loss[child]) / cells_;
      }
    }
  }
}

std::vector<std::vector<std::size_t>> Schedule::PhasesOf(const Order& order) const {
  std::vector<std::vector<std::size_t>> phases;
  std::vector<std::size_t> first;
  std::vector<std::size_t> rest;
  for (std::size_t attribute = 0; attribute < input_.attributes.size(); ++attribute) {
    const bool guarded = input_.attributes[attribute].tree.HasTargets();
    switch (order.first) {
      case Order::First::kGuarded:
        (guarded ? first : rest).push_back(attribute);
        break;
      case Order::First::kObservable:
        (guarded ? rest : first).push_back(attribute);
        break;
      case Order::First::kListed:
        if (std::ranges::find(order.listed, attribute) == order.listed.end()) {
          rest.push_back(attribute);
        }
        break;
    }
  }
  for (const std::size_t attribute : order.listed) {
    if (order.first == Order::First::kListed) phases.push_back({attribute});
  }
  phases.push_back(std::move(first));
  phases.push_back(std::move(rest));
  return phases;
}

std::optional<std::pair<std::size_t, NodeId>> Schedule::Next(const Candidates& candidates,
                                                             const Order& order,
                                                             const Threat& largest) const {
  // Without a rise, the ratio is beyond every other; then the fall decides.
  constexpr double kFree = std::numeric_limits<double>::infinity();
  for (const auto& phase : PhasesOf(order)) {
    std::optional<std::pair<std::size_t, NodeId>> best;
    std::pair<double, double> best_score;
    for (const std::size_t attribute : phase) {
      const double weight = order.weights.empty() ? 1 : order.weights[attribute];
      for (const NodeId node : candidates.Live(attribute)) {
        const double fall = weight * Fall(attribute, node);
        const Threat& threat = candidates.Worst(attribute, node).threat;
        const bool rises = largest < threat;
        const double ratio = rises ? fall / (threat.ToDouble() - largest.ToDouble()) : kFree;
        const std::pair score(order.choose == Order::Choose::kRatio ? ratio : fall, fall);
        if (best && !(best_score < score)) continue;
        best = {attribute, node};
        best_score = score;
      }
    }
    if (best) return best;
  }
  return std::nullopt;
}

double Schedule::LossOf(const std::vector<std::vector<NodeId>>& cuts) const {
  double loss = 0;
  for (std::size_t attribute = 0; attribute < cuts.size(); ++attribute) {
    for (const NodeId node : cuts[attribute]) {
      loss += static_cast<double>(rows_[attribute][node]) *
              input_.attributes[attribute].loss[node] / cells_;
    }
  }
  return loss;
}

Order PortfolioOrder(const Order& order, std::uint32_t run, std::size_t attributes) {
  Order drawn = order;
  if (run == 0) return drawn;
  const bool ratio = (order.choose == Order::Choose::kRatio) != (run % 2 == 1);
  drawn.choose = ratio ? Order::Choose::kRatio : Order::Choose::kFall;
  if (run == 1) return drawn;
  // Weights from 1/16 to 31, so that any attribute may come first or last.
  std::mt19937_64 random(run);
  drawn.weights.clear();
  for (std::size_t attribute = 0; attribute < attributes; ++attribute) {
    const auto sixteenths = static_cast<double>(16 + random() % 16);
    drawn.weights.push_back(std::ldexp(sixteenths / 16, static_cast<int>(random() % 9) - 4));
  }
  return drawn;
}

}  // namespace gauze::freeform
