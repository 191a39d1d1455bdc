#pragma once

#include "gauze/base/progress.h"
#include "gauze/release/run/run.h"

namespace gauze {

// What a run will need, before anything runs: rows, distinct rows, route and mode with the reason,
// memory, disk and time, and what drives it; what the promises allow at most, and the attribute
// that drives the loss. Time comes from short runs on rows from all over the table, on this
// machine; memory from the model that the run keeps to. Takes a second of processor time or two,
// more only where a trial of a few thousand rows does.
Result<Json> PlanRun(const RunOptions& options, Progress& progress);

}  // namespace gauze
