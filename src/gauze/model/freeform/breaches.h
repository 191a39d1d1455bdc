#pragma once

#include <cstdint>
#include <vector>

#include "gauze/model/freeform/known_set_walk.h"
#include "gauze/model/freeform/threat_tally.h"
#include "gauze/table/code_column.h"

namespace gauze::freeform {

// What an adversary sees: for each distinct row a node per attribute, and how many rows there are.
// Leaves, nodes of a cut, or any mixture: a cell that was withheld shows a node above others.
struct NodeTable {
  std::vector<CodeColumn> cells;      // cells[attribute].Get(row) is a node of that tree
  std::vector<std::uint64_t> counts;  // at least 1
};

// X -> a: whoever observes X on a person suspects `target`.
struct Breach {
  // X, one value per attribute; the root where nothing is known. At the target's attribute it is
  // the root too, or with BreachRules::own what is known there.
  std::vector<NodeId> known;
  std::size_t attribute = 0;  // of the target
  NodeId target = 0;          // with Targets::kAny the node that some guarded value is below
  Threat threat;
  std::uint64_t support = 0;  // rows that match what is known
};

struct BreachReport {
  std::uint64_t attacks = 0;        // with a threat above 0 that were looked at
  std::uint64_t breaches = 0;       // of them
  Threat worst;                     // the largest threat of any attack, breach or not
  std::uint64_t worst_support = 0;  // rows that match what is known; the fewest of equal threats
  std::vector<Breach> listed;       // by falling threat, then rising support, attribute, X, target
};

// All breaches of the table: every X of observable nodes that are shown or above a shown node, with
// support, and every target that is shown or above. With Breadth::kCritical only X of critical
// nodes: exact for whether there is a breach and for the worst threat, and far less work. Lists the
// first `most`. The answer does not depend on the number of threads. Memory: about 4 bytes per cell
// and 200 bytes per listed breach.
BreachReport FindBreaches(const std::vector<GuardedTree>& trees, const NodeTable& table,
                          const BreachRules& rules, Breadth breadth, std::size_t most);

}  // namespace gauze::freeform
