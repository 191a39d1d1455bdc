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
  void Join(const std::vector<Member>& members);
  // Of the one at this index.
  const Cell* Of(std::size_t index) const { return others_.data() + index * cost_model_.width(); }

  // The state of all members but those of one unit; empty if there are none.
  void JoinExcept(const std::vector<Member>& members, std::uint32_t unit,
                  std::vector<Cell>& state) const;

 private:
  const CostModel& cost_model_;
  const Clusters& clusters_;
  std::vector<Cell> others_;
  std::vector<Cell> before_;
  std::vector<Cell> after_;
};

}  // namespace gauze::cluster
