#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "gauze/transform/cluster/clusters.h"
#include "gauze/transform/cluster/units.h"
#include "gauze/transform/constraints.h"

namespace gauze::cluster {

// Clusters in a tally. A search adds the same cluster thousands of times, and one that is good has
// dozens of units with a dozen different values: it is counted unit by unit only once, until it
// changes. Where persons have several rows counts do not add up, and every tuple is added each
// time.
//
// Of one Clusters object, whatever happens to it. Memory: 16 bytes a cluster, and 8 for every value
// that a cluster of several units has. One thread at a time.
class CountedClusters {
 public:
  CountedClusters(const Constraints& constraints, const Units& units);

  void AddUnit(std::uint32_t unit, Tally& tally) const;
  void RemoveUnit(std::uint32_t unit, Tally& tally) const;
  void Add(const Clusters& clusters, std::uint32_t cluster, Tally& tally);
  void Remove(const Clusters& clusters, std::uint32_t cluster, Tally& tally);

  // Where counts add up: what a cluster has, by slot; until the next call.
  bool adds_up() const { return adds_up_; }
  std::span<const Amount> AmountsOf(const Clusters& clusters, std::uint32_t cluster);

 private:
  struct Counted {
    std::uint64_t begin = 0;  // in amounts_
    std::uint32_t size = 0;
    std::uint32_t changes = 0;  // of the cluster when it was counted; 0: not yet
  };

  static constexpr std::size_t kLeastKept = 1U << 16U;

  // Leaves out what is no longer true.
  void TidyUp(const Clusters& clusters);

  const Units& units_;
  const Table& table_;
  bool adds_up_;
  Tally counter_;
  std::vector<Amount> single_;    // of a cluster of one unit
  std::vector<Counted> counted_;  // cluster ->
  std::vector<Amount> amounts_;
  std::size_t most_amounts_ = kLeastKept;
};

}  // namespace gauze::cluster
