#pragma once

#include <memory>
#include <string>

#include "gauze/base/error.h"
#include "gauze/base/json.h"
#include "gauze/base/progress.h"
#include "gauze/engine/write/release_sample.h"
#include "gauze/release/run/run_options.h"
#include "gauze/verify/verify.h"

namespace gauze {

// The whole path: policy, table, transform, file, verification, manifest, publication. Nothing is
// published unless the file that was written, read back by SQL, keeps every promise.
struct RunReport {
  Json manifest;
  std::string directory;
  Verification found;  // in its files
  // Of a large release, if it was wanted and all was made by this run; otherwise null, and callers
  // who need one read the files.
  std::shared_ptr<const SampledRelease> sample;
  Json run;  // how it was done: mode, route, seconds; not part of the release, which is the same
};
Result<RunReport> Run(const RunOptions& options, Progress& progress);

}  // namespace gauze
