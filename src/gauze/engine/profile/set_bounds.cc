#include "gauze/engine/profile/set_bounds.h"

#include <algorithm>

namespace gauze {

// One of them is a function of the other.
bool SetBounds::AreDependent(std::size_t a, std::size_t b) const {
  const std::uint64_t groups = Pair(a, b).groups();
  return groups == single_[a].groups() || groups == single_[b].groups();
}

std::uint64_t SetBounds::BoundOf(const Ranks& set) const {
  std::uint64_t bound = alone_;
  for (std::size_t i = 0; i < set.size(); ++i) {
    for (std::size_t j = i + 1; j < set.size(); ++j) {
      Ranks rest;
      for (std::size_t k = 0; k < set.size(); ++k) {
        if (k != i && k != j) rest.push_back(set[k]);
      }
      const GroupSizes& pair = Pair(set[i], set[j]);
      const GroupSizes& others = rest.size() == 1 ? single_[rest[0]] : Pair(rest[0], rest[1]);
      bound = std::min(bound, pair.MostAlone(others.groups()));
      if (rest.size() == 1) bound = std::min(bound, others.MostAlone(pair.groups()));
    }
  }
  return bound;
}

std::vector<RatedSet> SetBounds::RateSets(std::size_t size, std::uint64_t least,
                                          const std::function<bool(const Ranks&)>& extends) const {
  std::vector<RatedSet> sets;
  const auto extend = [&](const auto& self, const Ranks& ranks) -> void {
    if (ranks.size() == size) {
      const std::uint64_t bound = BoundOf(ranks);
      if (bound > least) sets.push_back({ranks, bound, extends(ranks)});
      return;
    }
    for (std::size_t next = ranks.empty() ? 0 : ranks.back() + 1; next < single_.size(); ++next) {
      const auto dependent = [&](std::size_t rank) { return AreDependent(rank, next); };
      if (std::ranges::any_of(ranks, dependent)) continue;
      Ranks longer = ranks;
      longer.push_back(next);
      self(self, longer);
    }
  };
  extend(extend, {});
  std::ranges::sort(sets, [](const RatedSet& a, const RatedSet& b) {
    if (a.extends != b.extends) return a.extends;
    return a.bound != b.bound ? a.bound > b.bound : a.ranks < b.ranks;
  });
  return sets;
}

}  // namespace gauze
