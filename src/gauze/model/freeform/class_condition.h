#pragma once

#include <tbb/enumerable_thread_specific.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "gauze/model/freeform/breaches.h"

namespace gauze::freeform {

// Freeform attacks as a condition on one class, for transforms that cut the table into classes
// instead of releasing each column through one cut: within the class, no X over the guarded
// attributes makes a target more likely than the threshold allows.
//
// All other attributes must show the same in the whole class, or something above that does not tell
// its rows apart. Then an X over them selects whole classes, a share over several classes is a
// weighted mean of the shares within each, and no such X does better than one class. For the same
// reason the union of two classes that satisfy the condition satisfies it (monotone). Beyond the
// paper, which has one cut per column only.
//
// Costs about as many steps as the class has distinct rows over the guarded attributes, times the
// critical values above each.
class ClassCondition {
 public:
  // Trees of the guarded attributes, and the distinct rows over them: nodes[attribute][row].
  ClassCondition(std::vector<GuardedTree> trees, const BreachRules& rules,
                 std::vector<std::vector<NodeId>> nodes);
  ~ClassCondition();

  // The distinct rows that a class has, where somebody has kept them.
  using Present = std::optional<std::span<const Code>>;

  // Of a class with so many of each distinct row. Exact. A class without rows holds. May be called
  // from several threads.
  bool Holds(std::span<const std::uint64_t> counts, Present present = std::nullopt) const;

  // How sensitive a distinct row is: the largest sensitivity of the guarded values that it shows.
  // By somebody who knows nothing, they are suspected in its share of a class.
  double SensitivityOf(std::size_t row) const;

  // The largest threat within the class.
  Threat Worst(std::span<const std::uint64_t> counts, Present present = std::nullopt) const;

 private:
  class Search;

  Threat Run(std::span<const std::uint64_t> counts, Present present, Threat enough) const;

  std::vector<GuardedTree> trees_;
  BreachRules rules_;
  std::vector<std::vector<NodeId>> nodes_;
  std::vector<Choices> choices_;
  // Asked for every pair of classes that might be merged: memory is kept between calls.
  mutable tbb::enumerable_thread_specific<std::unique_ptr<Search>> searches_;
};

}  // namespace gauze::freeform
