#include "gauze/transform/region_tree.h"

#include <algorithm>

namespace gauze {
namespace {

RegionCounts Less(RegionCounts whole, const RegionCounts& part) {
  whole.rows -= part.rows;
  for (std::size_t j = 0; j < whole.by_code.size(); ++j) {
    for (std::size_t code = 0; code < whole.by_code[j].size(); ++code) {
      whole.by_code[j][code] -= part.by_code[j][code];
    }
  }
  return whole;
}

}  // namespace

RegionTree::RegionTree(const RegionRule& rule, RegionCounts whole) : rule_(rule) {
  cuts_.nodes.clear();
  Add(std::move(whole));
  Number();
}

// A part that is small enough, or has no cut left to try, is a region.
void RegionTree::Add(RegionCounts counts) {
  UncutNode part{.counts = std::move(counts)};
  if (part.counts.rows > rule_.largest()) part.next = rule_.Cuts(part.counts);
  std::ranges::reverse(part.next);
  parts_.push_back(std::move(part));
  cuts_.nodes.emplace_back();
  Try(static_cast<std::uint32_t>(cuts_.nodes.size() - 1));
}

void RegionTree::Try(std::uint32_t node) {
  auto& next = parts_[node].next;
  cuts_.nodes[node] = {};
  if (next.empty()) return;
  cuts_.nodes[node] = {.kind = RegionCuts::Kind::kTrial,
                       .attribute = static_cast<std::uint32_t>(next.back().attribute),
                       .code = next.back().code};
  next.pop_back();
}

void RegionTree::Feed(std::vector<RegionCounts> left) {
  const std::vector<std::uint32_t> trials = trials_;
  for (std::size_t i = 0; i < trials.size(); ++i) {
    if (!Divide(trials[i], std::move(left[i]))) Try(trials[i]);
  }
  Number();
}

bool RegionTree::Divide(std::uint32_t node, RegionCounts left) {
  RegionCounts right = Less(parts_[node].counts, left);
  if (!rule_.Holds(left) || !rule_.Holds(right)) return false;
  const auto first = static_cast<std::uint32_t>(cuts_.nodes.size());
  Add(std::move(left));
  Add(std::move(right));
  parts_[node] = {};
  cuts_.nodes[node].kind = RegionCuts::Kind::kCut;
  cuts_.nodes[node].left = first;
  cuts_.nodes[node].right = first + 1;
  return true;
}

// From left to right, as RegionWalk comes upon them.
void RegionTree::Number() {
  trials_.clear();
  regions_ = 0;
  std::vector<std::uint32_t> open = {0};
  while (!open.empty()) {
    const std::uint32_t at = open.back();
    RegionCuts::Node& node = cuts_.nodes[at];
    open.pop_back();
    switch (node.kind) {
      case RegionCuts::Kind::kCut:
        open.push_back(node.right);
        open.push_back(node.left);
        break;
      case RegionCuts::Kind::kTrial:
        node.number = static_cast<std::uint32_t>(trials_.size());
        trials_.push_back(at);
        break;
      case RegionCuts::Kind::kRegion:
        node.number = regions_++;
        break;
    }
  }
}

}  // namespace gauze
