#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "gauze/engine/profile/partition.h"

// Private to engine/: how many rows a set of columns can leave alone at the most, by what single
// columns and pairs do. Columns are called by their rank: 0 tells most rows apart by itself.

namespace gauze {

using Ranks = std::vector<std::size_t>;  // ascending

struct RatedSet {
  Ranks ranks;
  std::uint64_t bound = 0;  // it leaves no more rows alone
  bool extends = false;     // the best smaller one
};

class SetBounds {
 public:
  SetBounds() = default;
  // `alone` rows are alone in all columns together.
  SetBounds(std::vector<GroupSizes> single, std::uint64_t alone)
      : single_(std::move(single)), pairs_(single_.size() * single_.size()), alone_(alone) {}

  const GroupSizes& Single(std::size_t rank) const { return single_[rank]; }
  // Several threads may set pairs, each its own.
  void SetPair(std::size_t a, std::size_t b, GroupSizes sizes) {
    pairs_[PlaceOf(a, b)] = std::move(sizes);
  }
  const GroupSizes& Pair(std::size_t a, std::size_t b) const { return pairs_[PlaceOf(a, b)]; }

  // All sets of a size, of three columns and more, that may leave more than `least` rows alone:
  // first those that extend a given set, which are likely to be good, then by their bounds.
  std::vector<RatedSet> RateSets(std::size_t size, std::uint64_t least,
                                 const std::function<bool(const Ranks&)>& extends) const;

 private:
  std::size_t PlaceOf(std::size_t a, std::size_t b) const {
    return std::min(a, b) * single_.size() + std::max(a, b);
  }
  bool AreDependent(std::size_t a, std::size_t b) const;
  std::uint64_t BoundOf(const Ranks& set) const;

  std::vector<GroupSizes> single_;  // by rank
  std::vector<GroupSizes> pairs_;   // by ranks, the smaller first
  std::uint64_t alone_ = 0;
};

}  // namespace gauze
