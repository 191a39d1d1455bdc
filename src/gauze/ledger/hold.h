#pragma once

#include <cstdint>
#include <vector>

#include "gauze/transform/cluster/class_criterion.h"
#include "gauze/transform/cluster/clusters.h"

namespace gauze::ledger {

// Takes rows out of good clusters, at most `most` of them, again and again where the loss falls
// most for each row that is taken: one unit where its cluster stays good without it, or a cluster
// as a whole. A unit's fall counts times its weight: what waiting is worth for it.
// Deterministic: ties go to the lower index. Cost: about members² for every cluster and step.
void HoldBack(const cluster::CostModel& cost_model, cluster::ClassCriterion& criterion,
              const std::vector<double>& weights, std::uint64_t most, cluster::Clusters& clusters);

}  // namespace gauze::ledger
