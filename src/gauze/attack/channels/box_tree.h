#pragma once

#include <cstdint>
#include <vector>

#include "gauze/attack/channels/reach.h"

namespace gauze::channels {

// Finds the boxes that touch a box without looking at all of them: boxes are halved again and again
// at the column in which they differ most, and each half knows what it reaches.
class BoxTree {
 public:
  // The boxes must outlive it.
  explicit BoxTree(std::vector<const Box*> boxes);

  // Numbers of the boxes that touch, in increasing order.
  std::vector<std::uint32_t> Touching(const Box& box) const;

 private:
  struct Node {
    Box bounds;                // without lists
    std::uint32_t first = 0;   // into order_
    std::uint32_t last = 0;    // one behind
    std::uint32_t second = 0;  // the other half; this node's own number + 1 is the first; 0: leaf
  };
  static constexpr std::uint32_t kLeaf = 8;

  std::uint32_t Build(std::uint32_t first, std::uint32_t last);
  Box Bounds(std::uint32_t first, std::uint32_t last) const;
  std::size_t Widest(const Node& node) const;

  std::vector<const Box*> boxes_;
  std::vector<std::uint32_t> order_;
  std::vector<Node> nodes_;
};

}  // namespace gauze::channels
