#pragma once

#include <cstddef>
#include <vector>

#include "gauze/transform/transform.h"

namespace gauze::suppress {

// Classes put together: class c goes to group_of[c], groups are numbered from 0 without a gap. A
// group of several prints what its rows have; the others keep their labels.
Generalization JoinClasses(const TransformInput& input, const Generalization& generalization,
                           const std::vector<std::size_t>& group_of);

// Groups for JoinClasses in which every class marked `failing` is together with the class before
// it, its neighbour in the cuts of the transform, or, if it is the first, with the next.
std::vector<std::size_t> WithNeighbours(const std::vector<bool>& failing);

// Groups for JoinClasses of classes that print the same: readers see them as one.
std::vector<std::size_t> ByLabels(const Generalization& generalization);

}  // namespace gauze::suppress
