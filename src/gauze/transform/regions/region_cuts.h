#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "gauze/table/domain.h"

namespace gauze {

// Where a table is cut, for those who have its tuples: a tree. Plain numbers, to be sent along.
struct RegionCuts {
  struct Node {
    std::uint32_t attribute = 0;  // of a cut: codes up to this one go left
    Code code = 0;
    std::uint32_t left = 0;  // nodes below a cut; 0: it is none, but a leaf
    std::uint32_t right = 0;
    std::uint32_t number =
        0;  // of the leaf, or of the region that it belongs to, from left to right
  };
  std::vector<Node> nodes = {Node()};  // the root first

  // The leaf or region that a tuple is in; `code_of(attribute)` tells its codes.
  template <typename CodeOf>
  std::uint32_t Find(const CodeOf& code_of) const {
    const Node* node = nodes.data();
    while (node->left != 0) {
      node = &nodes[code_of(node->attribute) <= node->code ? node->left : node->right];
    }
    return node->number;
  }

  // From leaves to regions.
  void Renumber(const std::vector<std::uint32_t>& region_of) {
    for (Node& node : nodes) {
      if (node.left == 0) node.number = region_of[node.number];
    }
  }

  // Leaves, or regions.
  std::uint32_t size() const {
    std::uint32_t last = 0;
    for (const Node& node : nodes) last = std::max(last, node.number);
    return last + 1;
  }
};

}  // namespace gauze
