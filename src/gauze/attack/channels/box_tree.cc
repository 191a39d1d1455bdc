#include "gauze/attack/channels/box_tree.h"

#include <algorithm>
#include <numeric>
#include <set>

namespace gauze::channels {

BoxTree::BoxTree(std::vector<const Box*> boxes) : boxes_(std::move(boxes)), order_(boxes_.size()) {
  std::iota(order_.begin(), order_.end(), 0U);
  if (!boxes_.empty()) Build(0, static_cast<std::uint32_t>(boxes_.size()));
}

Box BoxTree::Bounds(std::uint32_t first, std::uint32_t last) const {
  Box bounds = *boxes_[order_[first]];
  for (Reach& reach : bounds) reach.places.clear();
  for (std::uint32_t i = first + 1; i < last; ++i) {
    const Box& box = *boxes_[order_[i]];
    for (std::size_t j = 0; j < bounds.size(); ++j) {
      bounds[j].low = std::min(bounds[j].low, box[j].low);
      bounds[j].high = std::max(bounds[j].high, box[j].high);
    }
  }
  return bounds;
}

// The column in which the boxes begin at the most different places: scales of columns have nothing
// to do with each other.
std::size_t BoxTree::Widest(const Node& node) const {
  std::size_t widest = 0;
  std::size_t most = 0;
  for (std::size_t j = 0; j < node.bounds.size(); ++j) {
    std::set<std::uint64_t> lows;
    for (std::uint32_t i = node.first; i < node.last; ++i) {
      lows.insert((*boxes_[order_[i]])[j].low);
    }
    if (lows.size() <= most) continue;
    widest = j;
    most = lows.size();
  }
  return widest;
}

std::uint32_t BoxTree::Build(std::uint32_t first, std::uint32_t last) {
  const auto number = static_cast<std::uint32_t>(nodes_.size());
  nodes_.push_back({.bounds = Bounds(first, last), .first = first, .last = last});
  if (last - first <= kLeaf || nodes_[number].bounds.empty()) return number;
  const std::size_t column = Widest(nodes_[number]);
  const std::uint32_t middle = first + (last - first) / 2;
  const auto key = [&](std::uint32_t i) { return std::pair((*boxes_[i])[column].low, i); };
  std::ranges::nth_element(order_.begin() + first, order_.begin() + middle, order_.begin() + last,
                           {}, key);
  Build(first, middle);
  const std::uint32_t second = Build(middle, last);
  nodes_[number].second = second;
  return number;
}

std::vector<std::uint32_t> BoxTree::Touching(const Box& box) const {
  std::vector<std::uint32_t> touching;
  if (nodes_.empty()) return touching;
  std::vector<std::uint32_t> open = {0};
  while (!open.empty()) {
    const std::uint32_t number = open.back();
    const Node& node = nodes_[number];
    open.pop_back();
    if (!Touch(node.bounds, box)) continue;
    if (node.second != 0) {
      open.push_back(number + 1);
      open.push_back(node.second);
      continue;
    }
    for (std::uint32_t i = node.first; i < node.last; ++i) {
      if (Touch(*boxes_[order_[i]], box)) touching.push_back(order_[i]);
    }
  }
  std::ranges::sort(touching);
  return touching;
}

}  // namespace gauze::channels
