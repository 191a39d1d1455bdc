#pragma once

#include <compare>
#include <cstdint>
#include <vector>

#include "gauze/base/progress_share.h"
#include "gauze/transform/cluster/clusters.h"
#include "gauze/transform/cluster/units.h"
#include "gauze/transform/constraints.h"
#include "gauze/transform/transform.h"

namespace gauze::cluster {

// Rows of one tuple in one class.
struct Share {
  std::uint32_t tuple = 0;
  std::uint64_t rows = 0;

  auto operator<=>(const Share&) const = default;
};
using Group = std::vector<Share>;  // by tuple, each once

// Sorts, and adds up the rows of a tuple that occurs twice.
void Tidy(Group& group);

// Every cluster as a group of tuples. Where the rows of a unit were divided, its clusters take them
// in the order of the clusters and of the tuples.
std::vector<Group> Collect(const Table& table, const Units& units, const Clusters& clusters);

// From groups to classes, in the order of their first tuples. Groups that print the same labels are
// one class to every reader; where a model does not survive such a union, the class is joined with
// the one that costs least until all hold. The groups together satisfy every model. Steps of
// `progress`: one for each member of a group that is printed, and for each group that is joined.
Generalization MakeClasses(const Constraints& constraints,
                           const std::vector<std::size_t>& quasi_identifiers,
                           const std::vector<Labeler>& labelers, std::vector<Group> groups,
                           ProgressShare& progress);

}  // namespace gauze::cluster
