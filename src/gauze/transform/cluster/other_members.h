#pragma once

#include <cstdint>
#include <vector>

#include "gauze/transform/cluster/clusters.h"
#include "gauze/transform/cluster/cost_model.h"
#include "gauze/transform/cluster/member_exchange.h"

namespace gauze::cluster {

// What a cluster would be without one of its members.
class OtherMembers {
 public:
  OtherMembers(const CostModel& cost_model, const Clusters& clusters)
      : cost_model_(cost_model), clusters_(clusters) {}

  // For every member of at least two, the state of all others together, in O(members).
  void Join(const std::vector<Member>& members, std::vector<Cell>& others);

 private:
  const CostModel& cost_model_;
  const Clusters& clusters_;
  std::vector<Cell> before_;
  std::vector<Cell> after_;
};

// The same for clusters that are asked about again and again, as neighbours are: some of them are
// kept until they change.
class KeptOthers {
 public:
  KeptOthers(const CostModel& cost_model, const Clusters& clusters, std::size_t most_members)
      : width_(cost_model.width()),
        clusters_(clusters),
        most_members_(most_members),
        others_(cost_model, clusters),
        kept_(kClusters) {}

  // The state of all units of a cluster but one, which is in it; null if there are no others, or
  // too many. Valid until the next call.
  const Cell* Without(std::uint32_t cluster, std::uint32_t unit);

 private:
  static constexpr std::size_t kClusters = 512;

  struct Kept {
    std::uint32_t cluster = kNoPart;
    std::uint32_t changes = 0;
    std::vector<Member> units;  // each once
    std::vector<Cell> others;   // for each, the others together
  };

  void Gather(Kept& kept);

  std::size_t width_;
  const Clusters& clusters_;
  std::size_t most_members_;
  OtherMembers others_;
  std::vector<Kept> kept_;  // by cluster, modulo their number
};

}  // namespace gauze::cluster
