#pragma once

#include <string>
#include <vector>

#include "gauze/transform/constraints.h"
#include "gauze/transform/transform.h"

namespace gauze::cluster {

// Why the rows of a class are together, as lines for the user: of how many combinations of
// quasi-identifiers they are, which of the promises these do not keep alone, and in which
// attributes they differ. No values.
std::vector<std::string> ExplainClass(const Constraints& constraints,
                                      const Generalization& generalization,
                                      std::size_t class_index);

}  // namespace gauze::cluster
