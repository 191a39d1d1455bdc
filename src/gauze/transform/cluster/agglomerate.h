#pragma once

#include <cstdint>
#include <vector>

#include "gauze/base/progress_share.h"
#include "gauze/transform/cluster/class_criterion.h"
#include "gauze/transform/cluster/clusters.h"
#include "gauze/transform/cluster/unit_tree.h"

namespace gauze::cluster {

// Grows clusters until each satisfies every model: again and again the open cluster and the
// partner whose join loses least, per row that was open and counting what is still missing. A unit
// that satisfies all alone keeps its values, and where rows of a unit may part (`may_donate`) gives
// away what it does not need. Deterministic: ties go to the lower index.
//
// If a cluster is still open afterwards, it is the only one: then the whole region satisfies not
// every model. Where clusters `may_stay_open` there can be several: none was let into a good
// cluster that would not be good with it. Cost: a search in the tree for every cluster that was
// ever open, about O(log units) where the units are spread out. A step of `progress` is a search:
// one for each unit, one for each join, and one where a partner was taken by another meanwhile.
struct AgglomerateOptions {
  bool may_donate = true;
  bool may_stay_open = false;
};
void Agglomerate(const Units& units, const UnitTree& tree, const CostModel& cost_model,
                 ClassCriterion& criterion, AgglomerateOptions options, Clusters& clusters,
                 ProgressShare& progress);

}  // namespace gauze::cluster
