#pragma once

#include <cstdint>
#include <vector>

#include "gauze/taxonomy/taxonomy.h"

namespace gauze::freeform {

// Rows as a search for attacks sees them: the node that each attribute shows, and how many rows
// there are. Nodes may be anywhere in their tree; equal items may come more than once.
struct Items {
  std::vector<std::vector<NodeId>> nodes;  // nodes[attribute][item]
  std::vector<std::uint64_t> counts;

  explicit Items(std::size_t attributes) : nodes(attributes) {}
  std::size_t size() const { return counts.size(); }
};

}  // namespace gauze::freeform
