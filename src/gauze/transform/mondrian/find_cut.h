#pragma once

#include <cstddef>
#include <optional>

#include "gauze/transform/mondrian/cut.h"
#include "gauze/transform/mondrian/workspace.h"

namespace gauze::mondrian {

// The best allowed cut of a node, or nothing. `choose: span`: the attribute whose values are
// spread widest that can be cut at all, at the allowed place nearest to the median. `choose: loss`:
// the cut after which the two sides lose least. Ties go to the earlier attribute, then the lower
// code.
std::optional<Cut> FindCut(const Workspace& workspace, const Node& node);

// Why an attribute of a node was not cut further, for `explain`: nothing if its rows have a single
// value there, else the model that failed most often over the cuts that were tried.
struct Obstacle {
  std::size_t cuts = 0;           // places where it could have been cut
  std::size_t failing_model = 0;  // index into the constraints
};
std::optional<Obstacle> FindObstacle(const Workspace& workspace, const Node& node,
                                     std::size_t attribute);

}  // namespace gauze::mondrian
