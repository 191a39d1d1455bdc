#pragma once

#include <cstddef>
#include <vector>

#include "gauze/base/progress.h"
#include "gauze/release/compare/sweep.h"
#include "gauze/release/run/run.h"

namespace gauze {

// A release that was made and verified, and thrown away.
struct TriedOut {
  Json manifest;
  double seconds = 0;  // without reading the source
};

struct Trials {
  // One per candidate; the error of those whose promises its table cannot keep.
  std::vector<Result<TriedOut>> outcomes;
  std::size_t readings = 0;  // of sources
};

// Makes every candidate's whole release in a private folder that goes away. Candidates that agree
// on everything that matters for reading share one reading: source, roles, types, hierarchies,
// missing cells. Its encoded rows are kept and copied for each, so they take twice the room in
// memory or, where they lie in files, on disk.
//
// Fails when a source cannot be read, when a run cannot be done, and when a release does not keep
// its promise, which would be a bug.
Result<Trials> TryCandidates(const std::vector<Candidate>& candidates, const RunOptions& options,
                             Progress& progress);

}  // namespace gauze
