#pragma once

#include <string>
#include <vector>

#include "gauze/roles/column_facts.h"

// Private to engine/.

namespace gauze {

// Fills in what recognisers know of some different values of a column: looked_at and recognised.
// The one place where values meet them.
void Recognise(const std::vector<std::string>& values, ColumnFacts& facts);

}  // namespace gauze
