#pragma once

#include <cstdint>

#include "gauze/base/progress_share.h"
#include "gauze/transform/cluster/class_criterion.h"
#include "gauze/transform/cluster/clusters.h"
#include "gauze/transform/cluster/unit_tree.h"

namespace gauze::cluster {

// Local search: in every round, each cluster makes the exchange with others that lowers the loss
// most, as long as there is one. A member may
//   move      to another cluster, if its own can do without it;
//   swap      with a member of another cluster;
//   give way  to a member that another cluster can do without, or to rows of a donor, and go to the
//             cluster where it costs least.
// Every step keeps every model and lowers the total, so no round is in vain or unsafe.
// Cost: a few searches in the tree for every member, narrowed to what could still pay.
// The tree has all units, in its own order; those that are in no cluster are passed over.
// Steps of `progress`: one for each unit in each round.
void Improve(const UnitTree& tree, const CostModel& cost_model, ClassCriterion& criterion,
             bool may_donate, std::int64_t rounds, Clusters& clusters, ProgressShare& progress);

}  // namespace gauze::cluster
