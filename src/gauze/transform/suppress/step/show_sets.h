#pragma once

#include <cstddef>
#include <vector>

#include "gauze/transform/suppress/step/class_repair.h"

namespace gauze::suppress {

// Puts the members that classes show, with their sets, in the place of those that they had. Rows of
// classes that are withheld are suppressed.
void ShowSets(std::size_t attribute, const std::vector<Repaired>& repaired,
              Generalization& generalization);

}  // namespace gauze::suppress
