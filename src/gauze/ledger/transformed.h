#pragma once

#include "gauze/ledger/method.h"

namespace gauze::ledger {

// Adds the classes that the input's transform makes of these rows, and returns the rows that are in
// none: those it suppressed, or all of them if they, or the rows of the totals, are no good class
// even together.
Result<Group> AddTransformed(const AppendInput& input, const Constraints& constraints,
                             const Group& group, State& state, Progress& progress);

}  // namespace gauze::ledger
