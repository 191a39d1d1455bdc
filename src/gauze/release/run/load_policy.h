#pragma once

#include "gauze/policy/policy.h"
#include "gauze/release/run/run_options.h"

namespace gauze {

// The policy with the command line's overrides.
Result<Policy> LoadWithSource(const RunOptions& options);
// The same, checked for a run.
Result<Policy> LoadForRun(const RunOptions& options);
Status CheckForRun(const Policy& policy);

}  // namespace gauze
