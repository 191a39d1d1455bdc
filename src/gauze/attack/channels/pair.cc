#include "gauze/attack/channels/pair.h"

#include <algorithm>

#include "gauze/attack/channels/box_tree.h"
#include "gauze/base/parallel.h"

namespace gauze::channels {

Pair::Pair(const ShownRelease& earlier, const ShownRelease& later, std::size_t columns)
    : earlier_(earlier),
      later_(later),
      successors_(earlier.classes.size()),
      predecessors_(later.classes.size()) {
  std::vector<const Box*> boxes;
  for (const ShownClass& shown : later.classes) boxes.push_back(&shown.box);
  const BoxTree tree(std::move(boxes));
  ForEach(successors_.size(),
          [&](std::size_t i) { successors_[i] = tree.Touching(earlier.classes[i].box); });
  for (std::uint32_t i = 0; i < successors_.size(); ++i) {
    for (const std::uint32_t j : successors_[i]) predecessors_[j].push_back(i);
  }
  for (std::size_t column = 0; column < columns; ++column) {
    std::vector<Multiset>& excess = excess_.emplace_back(successors_.size());
    ForEach(excess.size(), [&](std::size_t i) {
      excess[i] = Less(ValuesOf(later, successors_[i], column), earlier.classes[i].values[column]);
    });
    std::vector<Multiset>& newcomer = newcomer_.emplace_back(later.classes.size());
    ForEach(newcomer.size(), [&](std::size_t j) {
      newcomer[j] = later.classes[j].values[column];
      for (const std::uint32_t i : predecessors_[j]) newcomer[j] = Common(newcomer[j], excess[i]);
    });
  }
}

Multiset Pair::Newcomer(const Places& later, std::size_t earlier, std::size_t column) const {
  Multiset values;
  for (const std::uint32_t place : later) {
    const Multiset& here = later_.classes[place].values[column];
    const bool compatible = std::ranges::binary_search(successors_[earlier], place);
    values = Sum(values, compatible ? Common(here, excess_[column][earlier]) : here);
  }
  return values;
}

Multiset Pair::Newcomer(const Places& later, std::size_t column) const {
  Multiset values;
  for (const std::uint32_t place : later) values = Sum(values, newcomer_[column][place]);
  return values;
}

Multiset Pair::Stayed(const Places& earlier, const Places& later, std::size_t column) const {
  return Common(ValuesOf(earlier_, earlier, column), ValuesOf(later_, later, column));
}

}  // namespace gauze::channels
