#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "gauze/transform/specialize/candidates.h"
#include "gauze/transform/specialize/specialize_input.h"

namespace gauze::freeform {

// Which valid specialisation comes next, and what a cut loses.
class Schedule {
 public:
  explicit Schedule(const SpecializeInput& input);

  // The best candidate of the first phase that still has one: the attributes that come first, then
  // the rest. Ties go to the smaller attribute, then the smaller node. `largest` is the largest
  // threat of the release so far.
  std::optional<std::pair<std::size_t, NodeId>> Next(const Candidates& candidates,
                                                     const Order& order,
                                                     const Threat& largest) const;

  double LossOf(const std::vector<std::vector<NodeId>>& cuts) const;
  // How much of the table's loss the children of a node take away.
  double Fall(std::size_t attribute, NodeId node) const { return fall_[attribute][node]; }
  // What so many cells are of all cells.
  double ShareOf(std::uint64_t cells) const { return static_cast<double>(cells) / cells_; }

  // The attributes of each phase.
  std::vector<std::vector<std::size_t>> PhasesOf(const Order& order) const;

 private:
  const SpecializeInput& input_;
  std::vector<std::vector<std::uint64_t>> rows_;  // [attribute][node]
  std::vector<std::vector<double>> fall_;
  double cells_ = 1;  // rows times attributes
};

// The order of a run of the portfolio: `order` itself first, then the other way to choose, then
// both in turn with random weights, the same on every machine. What comes first stays as it is: a
// run that left the guarded columns for last would lose least by hiding them.
Order PortfolioOrder(const Order& order, std::uint32_t run, std::size_t attributes);

}  // namespace gauze::freeform
