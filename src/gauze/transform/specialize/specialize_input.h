#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "gauze/model/freeform/breaches.h"
#include "gauze/table/code_column.h"
#include "gauze/taxonomy/hierarchy.h"
#include "gauze/transform/constraints.h"

// What a specialisation starts from and is asked for.

namespace gauze::freeform {

// Everything is borrowed and must outlive the call.
struct SpecializeInput {
  struct Attribute {
    const GuardedTree& tree;  // made from the hierarchy
    const Hierarchy& hierarchy;
    const CodeColumn& codes;   // one per distinct row
    std::vector<double> loss;  // of each node, from 0 to 1: see Extent
  };
  std::vector<Attribute> attributes;
  std::span<const std::uint64_t> counts;  // rows of each distinct row, at least 1
};

// In which order valid specialisations are performed. While a guarded column is general nothing in
// it can be found out, so all others would go first and the guarded one then stay hidden: hence
// the default.
struct Order {
  enum class First : std::uint8_t {
    kGuarded,     // columns with targets, then the rest
    kObservable,  // columns without, then the rest
    kListed,      // `listed`, one column after the other, then the rest
  };
  enum class Choose : std::uint8_t {
    kRatio,  // most loss taken away per rise of the largest threat
    kFall,   // most loss taken away
  };
  First first = First::kGuarded;
  std::vector<std::size_t> listed;  // attributes; empty: all are equal
  Choose choose = Choose::kFall;
  std::vector<double> weights;  // how much the loss of each attribute counts here; empty: the same
};

struct SpecializeOptions {
  BreachRules rules;
  Order order;
  // So many ways to choose and weightings are tried within `first`, `order` as it is before all
  // others; the least loss wins, the earlier of equal ones. Each costs a run.
  std::uint32_t portfolio = 1;
  // Up to this share of guarded cells is published as the lowest observable node above. No threat
  // rises by it, but a reader who knows the rule knows that such a cell is sensitive.
  Ratio withhold;
  // What every class must keep, too: only models that joining classes keeps, of the table that the
  // distinct rows are of, and kept by the table as one class. Not with `withhold`. Null: nothing.
  const Constraints* classes = nullptr;
};

}  // namespace gauze::freeform
