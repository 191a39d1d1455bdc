#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "gauze/base/progress.h"
#include "gauze/base/stopwatch.h"
#include "gauze/engine/write/release_sample.h"
#include "gauze/policy/policy.h"
#include "gauze/release/files/journal.h"
#include "gauze/release/files/memory_budget.h"
#include "gauze/release/input/input.h"
#include "gauze/release/manifest/manifest.h"
#include "gauze/verify/verify.h"

namespace gauze {

// Where a release is made. The folders exist; what is in `scratch` is never published.
struct ReleaseContext {
  Database& database;
  const Budget& budget;
  std::size_t workers = 1;
  std::string release;  // folder for its data
  std::string scratch;
  Journal& journal;
  Stopwatch& watch;  // gets "release" and "verify"
  bool keeps_sample = false;
  bool digests_data = false;
  std::function<void(const std::string& sentence)> warn;  // RunOptions
};

// A release whose files keep every promise. Whether it is published is the caller's business.
struct BuiltRelease {
  Json manifest;                                 // not written yet
  Verification found;                            // in its files
  std::shared_ptr<const SampledRelease> sample;  // RunReport
  std::string vault;                             // of a personal release: sealed
  std::string data_digest;                       // FinishedRelease
  double write_seconds = 0;                      // of making it
};

// From encoded rows to files that were read back and judged. Takes the rows of the input.
Result<BuiltRelease> BuildRelease(const Policy& policy, Input& input, const ReleaseContext& context,
                                  Progress& progress);

}  // namespace gauze
