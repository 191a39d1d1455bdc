#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "gauze/base/error.h"
#include "gauze/base/progress.h"
#include "gauze/model/freeform/breaches.h"
#include "gauze/table/code_column.h"
#include "gauze/taxonomy/hierarchy.h"

// Top-down specialisation: releases every column through one cut of its hierarchy (full-subtree
// recoding), as fine as freeform attacks allow.
//
// Guarantees that the release has no breach, and that it is minimal: replacing any one value of a
// cut by its children makes a breach. Minimal is not optimal, which is NP-hard; `portfolio` tries
// several orders. With `withhold` there is no breach either, but minimality is not promised.
//
// K. Wang, Y. Xu, A. W. C. Fu, R. C. W. Wong: FF-Anonymity: When Quasi-Identifiers Are Missing.
// ICDE 2009, problem II and corollary 3.1.

namespace gauze::freeform {

// Everything is borrowed and must outlive the call.
struct SpecializeInput {
  struct Attribute {
    const GuardedTree& tree;  // made from the hierarchy
    const Hierarchy& hierarchy;
    const CodeColumn& codes;   // one a distinct row
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
};

// Why a value of the cut is not replaced by its children.
struct Blocked {
  std::size_t attribute = 0;
  NodeId node = 0;
  Breach breach;  // one that there would be
};

struct WithheldCells {
  std::size_t attribute = 0;
  std::uint32_t tuple = 0;
  std::uint64_t rows = 0;  // of the tuple's
};

struct Specialized {
  std::vector<std::vector<NodeId>> cuts;  // of each attribute, in the order of codes
  double loss = 0;                        // mean over rows and attributes
  Threat worst;                           // the largest threat of an attack on the release
  std::uint64_t steps = 0;
  Order order;                   // the one that was best
  std::vector<Blocked> blocked;  // by attribute and node: every node of a cut that has children
  std::vector<WithheldCells> withheld;
  std::uint64_t withheld_cells = 0;
  std::uint64_t guarded_cells = 0;  // values that cannot be observed, in columns with targets
};

// The node that each code of an attribute is released as. O(codes).
std::vector<NodeId> NodeOfCode(const Hierarchy& hierarchy, const std::vector<NodeId>& cut);

// The same result on any number of threads. A step looks only at rows below the node that it
// specialises, except where that node has guarded children. Memory: 4 bytes a row and some 40 a
// distinct released row.
Result<Specialized> Specialize(const SpecializeInput& input, const SpecializeOptions& options,
                               Progress& progress);

}  // namespace gauze::freeform
