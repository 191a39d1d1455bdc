#pragma once

#include "gauze/base/progress.h"
#include "gauze/policy/policy.h"
#include "gauze/release/run/run.h"

namespace gauze {

// Where a step works on the classes that a transform made, k decides how the two share the work:
// small classes keep the quasi-identifiers and cost the step's column much, large ones the other
// way round. Tries k = 1, 2, 5, 10, … on the first rows (of a table with `table_rows`, one in 256,
// but 5,000 to 16,384) and tells, for each, what the transform and the step lose; and proposes the
// k with the least sum that keeps the policy's own k.
//
// {"rows": 16384, "k": [{"k": 1, "loss": 0.01, "suppress_terms": 0.32}, …], "proposed": 10}; null
// when the policy has no such step or promises no k.
Result<Json> TradeOff(const RunOptions& options, const Policy& policy, double table_rows,
                      Progress& progress);

}  // namespace gauze
