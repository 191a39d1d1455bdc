#include "gauze/attack/channels/pair.h"

#include <map>

#include "gauze/attack/channels/box_tree.h"
#include "gauze/base/parallel.h"

namespace gauze::channels {

Pair::Pair(const ShownRelease& earlier, const ShownRelease& later, std::size_t columns)
    : successors_(earlier.classes.size()), predecessors_(later.classes.size()) {
  std::vector<const Box*> boxes;
  for (const ShownClass& shown : later.classes) boxes.push_back(&shown.box);
  const BoxTree tree(std::move(boxes));
  ForEach(successors_.size(),
          [&](std::size_t i) { successors_[i] = tree.Touching(earlier.classes[i].box); });
  for (std::uint32_t i = 0; i < successors_.size(); ++i) {
    for (const std::uint32_t j : successors_[i]) predecessors_[j].push_back(i);
  }
  for (std::size_t column = 0; column < columns; ++column) {
    std::vector<Multiset> excess(successors_.size());
    ForEach(excess.size(), [&](std::size_t i) {
      excess[i] = Less(ValuesOf(later, successors_[i], column), earlier.classes[i].values[column]);
    });
    auto& ruled_out = ruled_out_.emplace_back(later.classes.size());
    auto& newcomer = newcomer_.emplace_back(later.classes.size());
    ForEach(newcomer.size(), [&](std::size_t j) {
      const Multiset& values = later.classes[j].values[column];
      newcomer[j] = values;
      for (const std::uint32_t i : predecessors_[j]) {
        Multiset lost = Less(values, excess[i]);
        if (lost.empty()) continue;
        newcomer[j] = Common(newcomer[j], excess[i]);
        ruled_out[j].push_back({.earlier = i, .values = std::move(lost)});
      }
    });
  }
}

std::vector<Multiset> Pair::Differences(const Places& later, const Multiset& all,
                                        std::size_t column) const {
  std::map<std::uint32_t, Multiset> lost;  // by earlier class
  for (const std::uint32_t place : later) {
    for (const auto& [earlier, values] : ruled_out_[column][place]) {
      Multiset& sum = lost[earlier];
      sum = Sum(sum, values);
    }
  }
  std::vector<Multiset> differences;
  differences.reserve(lost.size());
  for (const auto& [earlier, values] : lost) differences.push_back(Less(all, values));
  return differences;
}

Multiset Pair::Newcomer(const Places& later, std::size_t column) const {
  Total total;
  for (const std::uint32_t place : later) total.Add(newcomer_[column][place]);
  return total.Values();
}

}  // namespace gauze::channels
