#pragma once

#include <tbb/global_control.h>

#include <cstddef>

#include "gauze/policy/policy.h"
#include "gauze/release/run.h"

namespace gauze {

// The policy with the command line's overrides.
Result<Policy> LoadWithSource(const RunOptions& options);
// The same, checked for a run.
Result<Policy> LoadForRun(const RunOptions& options);
Status CheckForRun(const Policy& policy);

// Threads to use; 0 means all cores.
std::size_t ThreadsOf(unsigned threads);
// Holds while it lives.
tbb::global_control LimitThreads(unsigned threads);

}  // namespace gauze
