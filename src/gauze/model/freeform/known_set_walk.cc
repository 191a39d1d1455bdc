#include "gauze/model/freeform/known_set_walk.h"

namespace gauze::freeform {

Choices ChoicesOf(const GuardedTree& tree, std::size_t attribute, Breadth breadth) {
  Choices choices{.attribute = attribute};
  for (NodeId node = 0; node < tree.size(); ++node) {
    choices.first.push_back(tree.LowestObservable(node));
    const NodeId parent = node == Hierarchy::kRoot ? kNoNode : tree.Parent(node);
    choices.next.push_back(breadth == Breadth::kAll ? parent : tree.BorderAbove(node));
  }
  return choices;
}

Walk::Walk(const Items& items, std::vector<const Choices*> choices)
    : items_(items),
      choices_(std::move(choices)),
      levels_(choices_.size()),
      known_(items.nodes.size(), kNoNode) {
  for (std::size_t depth = 0; depth < choices_.size(); ++depth) {
    levels_[depth].place.assign(choices_[depth]->first.size(), 0);
  }
}

bool Walk::Divide(std::span<const std::uint32_t> set, std::size_t depth) {
  const Choices& choices = *choices_[depth];
  const std::vector<NodeId>& shown = items_.nodes[choices.attribute];
  Level& level = levels_[depth];
  level.parts.clear();
  std::uint32_t total = 0;
  for (const std::uint32_t item : set) {
    for (NodeId value = choices.first[shown[item]]; value != kNoNode; value = choices.next[value]) {
      std::uint32_t& place = level.place[value];
      if (place == 0) {
        level.parts.push_back({.value = value});
        place = static_cast<std::uint32_t>(level.parts.size());
      }
      ++level.parts[place - 1].end;
      ++total;
    }
  }
  const bool divided = level.parts.size() > 1 || total < set.size();
  if (divided) {
    std::uint32_t begin = 0;
    for (ValueItems& part : level.parts) {
      part.begin = begin;
      begin += part.end;
      part.end = part.begin;
    }
    if (level.members.size() < total) level.members.resize(total);
    for (const std::uint32_t item : set) {
      for (NodeId value = choices.first[shown[item]]; value != kNoNode;
           value = choices.next[value]) {
        level.members[level.parts[level.place[value] - 1].end++] = item;
      }
    }
  }
  for (const ValueItems& part : level.parts) level.place[part.value] = 0;
  return divided;
}

}  // namespace gauze::freeform
