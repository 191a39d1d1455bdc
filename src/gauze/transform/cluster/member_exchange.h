#pragma once

#include <cstdint>
#include <vector>

#include "gauze/transform/cluster/clusters.h"

namespace gauze::cluster {

// Rows of a unit that are, or could be, in a cluster.
struct Member {
  std::uint32_t unit = 0;
  std::uint64_t rows = 0;
};

enum class Move : std::uint8_t { kNone, kMove, kSwap, kReplace };

// What a cluster could do, and by how much the total changes.
struct Exchange {
  Move move = Move::kNone;
  std::int64_t change = 0;
  Member out;                  // leaves the cluster
  std::uint32_t to = kNoPart;  // where it goes
  Member in;                   // comes instead
  std::uint32_t from = kNoPart;
};

// Carries out exchanges, and knows where units are.
class Exchanger {
 public:
  Exchanger(Clusters& clusters, std::uint64_t least_rows, bool may_donate);

  // The cluster with most of the unit's rows, or kNoPart.
  std::uint32_t Home(std::uint32_t unit) const { return home_[unit]; }

  // Whether the cluster is one unit that could give away so many rows.
  bool IsDonor(const Clusters::Cluster& cluster, std::uint64_t rows) const {
    return may_donate_ && cluster.first == cluster.last && cluster.rows >= least_rows_ + rows;
  }

  void Apply(std::uint32_t cluster, const Exchange& exchange);

 private:
  void Settle(std::uint32_t former, Member member, std::uint32_t target);

  Clusters& clusters_;
  std::uint64_t least_rows_;
  bool may_donate_;
  std::vector<std::uint32_t> home_;
  std::vector<std::uint32_t> free_;  // clusters that are gone
};

}  // namespace gauze::cluster
