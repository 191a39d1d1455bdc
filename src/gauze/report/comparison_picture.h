#pragma once

#include <string>

#include "gauze/release/manifest/manifest.h"

namespace gauze::report {

// Candidates as points by risk and loss, as an SVG; those that another one dominates are hollow,
// and shapes tell transforms apart. `comparison` is what ComparePolicies() or CompareSweep() told.
// Fails if no candidate could be released.
Result<std::string> ComparisonPicture(const Json& comparison);

}  // namespace gauze::report
