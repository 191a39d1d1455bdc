#pragma once

#include <string>
#include <vector>

namespace gauze {

// SQL for a cell as text. An empty cell, NULL and the markers are all missing, in every format.
std::string CellOrNull(const std::string& name, const std::vector<std::string>& markers);

}  // namespace gauze
