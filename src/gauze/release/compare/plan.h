#pragma once

#include "gauze/base/progress.h"
#include "gauze/release/run/run.h"

namespace gauze {

// What a run will need, before anything runs: rows, distinct rows, route and mode with the reason,
// memory, disk and time, what the promises allow at most, and the attribute that drives the loss.
// Time comes from a short run on the first rows, on this machine.
Result<Json> PlanRun(const RunOptions& options, Progress& progress);

}  // namespace gauze
