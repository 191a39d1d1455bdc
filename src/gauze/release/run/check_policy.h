#pragma once

#include "gauze/base/error.h"
#include "gauze/base/json.h"
#include "gauze/base/progress.h"
#include "gauze/release/run/run_options.h"

namespace gauze {

// What `run` would refuse, found without running: policy, columns, types, hierarchies,
// feasibility. Returns counts and warnings.
Result<Json> CheckPolicy(const RunOptions& options, Progress& progress);

}  // namespace gauze
