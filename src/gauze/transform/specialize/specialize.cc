#include "gauze/transform/specialize/specialize.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <numeric>
#include <optional>
#include <set>
#include <utility>

#include "gauze/transform/specialize/candidates.h"
#include "gauze/transform/specialize/groups.h"
#include "gauze/transform/specialize/schedule.h"
#include "gauze/transform/specialize/withhold.h"

namespace gauze::freeform {
namespace {

// One run from the top.
Specialized RunOnce(const SpecializeInput& input, const SpecializeOptions& options,
                    const Order& order, const Schedule& schedule, Progress& progress) {
  Groups groups(input);
  Candidates candidates(input, options.rules);
  std::optional<ClassPromises> classes;
  if (options.classes != nullptr) classes.emplace(*options.classes);
  candidates.Start(groups);
  Specialized result;
  result.order = order;
  std::set<std::pair<std::size_t, NodeId>> unkept;  // what classes stop
  std::vector<std::vector<bool>> in_cut;
  for (const auto& attribute : input.attributes) {
    in_cut.emplace_back(attribute.tree.size(), false);
    in_cut.back()[Hierarchy::kRoot] = true;
  }
  while (const auto next = schedule.Next(candidates, order, result.worst)) {
    const auto [attribute, node] = *next;
    if (classes && !classes->Keep(groups, attribute, node)) {
      candidates.Drop(attribute, node);
      unkept.insert(*next);
      progress.Advance(1);
      continue;
    }
    result.worst = std::max(result.worst, candidates.Worst(attribute, node).threat);
    ++result.steps;
    in_cut[attribute][node] = false;
    for (const NodeId child : input.attributes[attribute].tree.Children(node)) {
      in_cut[attribute][child] = true;
    }
    progress.Advance(1);
    const auto touched = groups.Split(attribute, node);
    candidates.Update(groups, attribute, node, touched);
  }
  for (std::size_t attribute = 0; attribute < input.attributes.size(); ++attribute) {
    auto& cut = result.cuts.emplace_back();
    for (NodeId node = 0; node < in_cut[attribute].size(); ++node) {
      if (!in_cut[attribute][node]) continue;
      cut.push_back(node);
      if (input.attributes[attribute].tree.Children(node).empty()) continue;
      Blocked& blocked = result.blocked.emplace_back();
      blocked = {.attribute = attribute, .node = node};
      if (unkept.contains({attribute, node})) {
        blocked.classes = classes->WhatFails(groups, attribute, node);
      } else {
        blocked.breach = candidates.Worst(attribute, node);
      }
    }
  }
  result.loss = schedule.LossOf(result.cuts);
  return result;
}

Status Validate(const SpecializeInput& input, const SpecializeOptions& options) {
  GAUZE_TRY(options.rules.Validate("freeform"));
  if (input.counts.size() > std::numeric_limits<std::uint32_t>::max() / 2) {
    return InputError("the table has too many distinct rows for one cut per column", "freeform",
                      "use fewer columns, or hierarchies with fewer values");
  }
  if (options.withhold.numerator < 0 || options.withhold.numerator > options.withhold.denominator) {
    return InputError("the share of cells to withhold is not between 0 and 1", "freeform",
                      "0.01 withholds up to one guarded cell in a hundred");
  }
  Check(options.classes == nullptr ||
            (options.classes->monotone() && options.withhold.numerator == 0),
        "promises about classes that joining keeps, and whole rows");
  const auto& weights = options.order.weights;
  Check(weights.empty() || weights.size() == input.attributes.size(), "one weight per attribute");
  for (const std::size_t listed : options.order.listed) {
    Check(listed < input.attributes.size(), "listed attributes are attributes");
  }
  return {};
}

}  // namespace

Result<Specialized> Specialize(const SpecializeInput& input, const SpecializeOptions& options,
                               Progress& progress) {
  GAUZE_TRY(Validate(input, options));
  const Schedule schedule(input);
  const std::uint32_t runs = std::max<std::uint32_t>(1, options.portfolio);
  // Every inner node is replaced by its children, or stays for good.
  std::uint64_t inner = 0;
  for (const auto& attribute : input.attributes) {
    for (NodeId node = 0; node < attribute.tree.size(); ++node) {
      inner += attribute.tree.Children(node).empty() ? 0 : 1;
    }
  }
  progress.Stage("specialising", runs * inner);
  std::optional<Specialized> best;
  for (std::uint32_t run = 0; run < runs; ++run) {
    const Order order = PortfolioOrder(options.order, run, input.attributes.size());
    Specialized result = options.withhold.numerator > 0
                             ? SpecializeWithholding(input, options, order, schedule)
                             : RunOnce(input, options, order, schedule, progress);
    if (!best || result.loss < best->loss) best = std::move(result);
    progress.Set((run + 1) * inner);
  }
  return *std::move(best);
}

}  // namespace gauze::freeform
