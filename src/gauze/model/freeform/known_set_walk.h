#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "gauze/model/freeform/guarded_tree.h"
#include "gauze/model/freeform/items.h"

namespace gauze::freeform {

// Which values of an attribute an adversary's X may hold, given what an item shows: `first` of the
// shown node, then `next` of each value, up to kNoNode. An item whose first is kNoNode matches no
// X.
struct Choices {
  std::size_t attribute = 0;
  std::vector<NodeId> first;
  std::vector<NodeId> next;
};

// All observable values at or above a shown node, or only the critical ones: those that are shown,
// and the borders. Nothing else is needed to find the worst attack: where no item shows a node and
// all its children are observable, a share over the node's items is a weighted mean of the shares
// over its children's.
enum class Breadth : std::uint8_t { kCritical, kAll };
Choices ChoicesOf(const GuardedTree& tree, std::size_t attribute, Breadth breadth);

// Visits every X over some attributes that at least one item matches, as a set of items. Divides
// the items attribute by attribute, so a visitor may stop a branch early. The order is that of
// `choices` and of the items, the same on every machine. One Walk per thread.
//
// The visitor has
//   bool Enter(std::span<const std::uint32_t> set, std::size_t depth)
//     before the attribute choices[depth] is looked at, and with depth == choices.size() when X is
//     complete; false ends the branch, and
//   bool Skips(std::size_t depth, NodeId value)
//     true if no X with this value at choices[depth] is wanted.
class Walk {
 public:
  // `items` and what `choices` point to must outlive the walk.
  Walk(const Items& items, std::vector<const Choices*> choices);

  // X so far: a value for each attribute of choices[0 … depth - 1], kNoNode for all others.
  const std::vector<NodeId>& known() const { return known_; }

  template <typename Visitor>
  void Run(Visitor& visitor) {
    std::vector<std::uint32_t> all(items_.size());
    for (std::uint32_t item = 0; item < all.size(); ++item) all[item] = item;
    Run(visitor, all);
  }
  // Of these items only.
  template <typename Visitor>
  void Run(Visitor& visitor, std::span<const std::uint32_t> set) {
    if (!set.empty()) Descend(visitor, set, 0);
  }

 private:
  struct ValueItems {
    NodeId value = 0;
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
  };
  struct Level {
    std::vector<ValueItems> parts;
    std::vector<std::uint32_t> members;
    std::vector<std::uint32_t> place;  // by value: 1 + its part; all 0 between uses
  };

  // Fills the level's parts; returns false if all items are in one part, which is then `set`.
  bool Divide(std::span<const std::uint32_t> set, std::size_t depth);

  template <typename Visitor>
  void Descend(Visitor& visitor, std::span<const std::uint32_t> set, std::size_t depth) {
    if (!visitor.Enter(set, depth) || depth == choices_.size()) return;
    const bool divided = Divide(set, depth);
    Level& level = levels_[depth];
    NodeId& value = known_[choices_[depth]->attribute];
    for (const ValueItems& part : level.parts) {
      if (visitor.Skips(depth, part.value)) continue;
      value = part.value;
      const auto members = std::span<const std::uint32_t>(level.members);
      Descend(visitor, divided ? members.subspan(part.begin, part.end - part.begin) : set,
              depth + 1);
    }
    value = kNoNode;
  }

  const Items& items_;
  std::vector<const Choices*> choices_;
  std::vector<Level> levels_;
  std::vector<NodeId> known_;
};

}  // namespace gauze::freeform
