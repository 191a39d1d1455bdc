#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "gauze/transform/region_walk.h"

namespace gauze {

// Where a table is cut, for those who have its tuples.
struct RegionCuts {
  enum class Kind : std::uint8_t { kRegion, kCut, kTrial };
  struct Node {
    Kind kind = Kind::kRegion;
    std::uint32_t attribute = 0;  // of a cut or a trial: codes up to this one go left
    Code code = 0;
    std::uint32_t left = 0;  // nodes below a cut
    std::uint32_t right = 0;
    std::uint32_t number = 0;  // of a region, or of a trial, each from 0 and from left to right
  };
  std::vector<Node> nodes = {Node()};  // the root first

  // The trial on whose left side a tuple is, if any; `code_of(attribute)` tells its codes.
  template <typename CodeOf>
  std::optional<std::uint32_t> Trial(const CodeOf& code_of) const {
    const Node& leaf = Descend(code_of);
    if (leaf.kind != Kind::kTrial || code_of(leaf.attribute) > leaf.code) return std::nullopt;
    return leaf.number;
  }
  // The region that a tuple is in, once there are no trials.
  template <typename CodeOf>
  std::uint32_t Region(const CodeOf& code_of) const {
    return Descend(code_of).number;
  }

 private:
  template <typename CodeOf>
  const Node& Descend(const CodeOf& code_of) const {
    const Node* node = nodes.data();
    while (node->kind == Kind::kCut) {
      node = &nodes[code_of(node->attribute) <= node->code ? node->left : node->right];
    }
    return *node;
  }
};

// The same regions as RegionWalk finds, by somebody who never sees a row: a cluster counts.
//
//   RegionTree tree(rule, counts of everything);
//   while (tree.trials() > 0) tree.Feed(counts of the left side of each trial);
//
// What is left of a part is its right side. There are as many rounds as cuts lie above one
// another, and one more for each cut that a model forbids.
class RegionTree {
 public:
  // `rule` must outlive it.
  RegionTree(const RegionRule& rule, RegionCounts whole);

  std::size_t trials() const { return trials_.size(); }
  // One entry per trial, by number.
  void Feed(std::vector<RegionCounts> left);

  std::uint32_t regions() const { return regions_; }
  const RegionCuts& cuts() const { return cuts_; }

 private:
  // What is needed of a node until its cut is found.
  struct UncutNode {
    RegionCounts counts;
    std::vector<RegionRule::Cut> next;  // to be tried, the best last
  };

  void Add(RegionCounts counts);
  void Try(std::uint32_t node);
  bool Divide(std::uint32_t node, RegionCounts left);
  void Number();

  const RegionRule& rule_;
  RegionCuts cuts_;
  std::vector<UncutNode> parts_;       // one per node
  std::vector<std::uint32_t> trials_;  // nodes
  std::uint32_t regions_ = 0;
};

}  // namespace gauze
