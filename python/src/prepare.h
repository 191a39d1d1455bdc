#pragma once

#include "operations.h"

namespace gauze::python {

// What comes before a run: looking at a table, first policies, hierarchies.
const std::vector<Operation>& PrepareOperations();

}  // namespace gauze::python
