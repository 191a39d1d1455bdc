#pragma once

#include <tbb/global_control.h>

#include "gauze/base/progress.h"
#include "gauze/engine/database.h"
#include "gauze/policy/policy.h"
#include "gauze/release/run.h"
#include "gauze/taxonomy/coded_table.h"
#include "gauze/transform/transform.h"

namespace gauze {

// The policy with the command line's overrides, checked for a run.
Result<Policy> LoadForRun(const RunOptions& options);

// The source, counted and encoded.
Result<CodedTable> LoadTable(Database& database, const Policy& policy, Progress& progress);

// The policy's transform.
Result<Generalization> Transform(const Policy& policy, const CodedTable& coded, Progress& progress);

// Holds while it lives; 0 means all cores.
tbb::global_control LimitThreads(unsigned threads);

}  // namespace gauze
