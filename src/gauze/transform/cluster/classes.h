#pragma once

#include <cstdint>
#include <vector>

#include "gauze/transform/cluster/clusters.h"
#include "gauze/transform/cluster/space.h"
#include "gauze/transform/cluster/units.h"
#include "gauze/transform/constraints.h"
#include "gauze/transform/transform.h"

namespace gauze::cluster {

// What is clustered, and how it prints.
struct Region {
  const Constraints& constraints;
  const std::vector<std::size_t>& quasi_identifiers;
  const std::vector<Labeler>& labelers;  // one a quasi-identifier
  const Units& units;
  const Space& space;
  const Tree& tree;
};

// From clusters to classes. Clusters that print the same labels are one class to every reader;
// where a model does not survive such a union, the class is joined with the one that costs least
// until all hold. Classes come in the order of their units, and the rows of a unit that was divided
// go to its classes in the order of its tuples.
Generalization MakeClasses(const Region& region, const Clusters& clusters);

}  // namespace gauze::cluster
