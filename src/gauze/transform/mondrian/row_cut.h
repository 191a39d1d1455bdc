#pragma once

#include <cstdint>
#include <optional>

#include "gauze/transform/mondrian/cut.h"
#include "gauze/transform/mondrian/workspace.h"

namespace gauze::mondrian {

// FindCut() for `choose: span` where a class is good from `least` rows on and nothing may be
// suppressed: the same cut, found from counts alone. Most large tables are cut this way.
std::optional<Cut> FindByRows(const Workspace& workspace, const Node& node, std::uint64_t least);

}  // namespace gauze::mondrian
