#pragma once

#include "gauze/transform/cluster/class_criterion.h"
#include "gauze/transform/cluster/clusters.h"
#include "gauze/transform/cluster/unit_tree.h"

namespace gauze::cluster {

// One round of the local search that changes how many clusters there are, which Improve() does not:
//   a unit that is in no cluster goes where it costs least, if some cluster stays good with it;
//   a unit founds a cluster with its nearest that their clusters can do without;
//   a cluster is dissolved, each member going where it costs least,
// the latter two where the total falls. Clusters stay good all the time. Worth its time where
// models look at values: agglomeration then makes clusters twice as large as they need to be.
// Where models only count rows nothing is done, for rows of a unit may be in several clusters then.
// Cost: some searches in the tree for every unit, narrowed to kMostLooks units each.
void Reshape(const Units& units, const UnitTree& tree, const CostModel& cost_model,
             ClassCriterion& criterion, Clusters& clusters);

}  // namespace gauze::cluster
