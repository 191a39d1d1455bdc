#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "gauze/base/error.h"
#include "gauze/base/progress.h"
#include "gauze/engine/release_sample.h"
#include "gauze/release/manifest.h"
#include "gauze/release/policy_text.h"
#include "gauze/taxonomy/coded_table.h"
#include "gauze/verify/verify.h"

namespace gauze {

// A release that keeps its promises and is not published yet.
struct FinishedRelease {
  std::string folder;
  Verification found;  // in its files
};
// May put more files into a release, which is published with them or not at all.
using Completion = std::function<Status(const FinishedRelease&)>;

struct RunOptions {
  PolicyText policy;
  std::string source;  // replaces the policy's source if given: a path, or a table's name
  std::string out;     // replaces the policy's release directory if given
  std::string vault;   // replaces the file of a personal policy's vault if given
  std::optional<ReleaseFormat> format;  // replaces the policy's
  std::string internal;      // file for the internal form of the manifest, private; empty: none
  unsigned threads = 0;      // 0: all cores
  std::uint64_t memory = 0;  // bytes that the whole process may take; 0: most of the machine's
  std::uint64_t sample_rows = 0;  // of the source, its first ones; 0: all
  std::uint64_t k = 0;            // replaces the policy's k; 0: does not
  bool counted = false;           // the release has equal rows once, with kCountColumn (source.h)
  std::string temp;  // folder for files that are never published; empty: beside the release
  Completion complete;
  bool keep_sample = false;  // for RunReport::sample
};

// The whole path: policy, table, transform, file, verification, manifest, publication. Nothing is
// published unless the file that was written, read back by SQL, keeps every promise.
struct RunReport {
  Json manifest;
  std::string directory;
  Verification found;  // in its files
  // Of a large release, if it was wanted and all was made by this run; otherwise null, and who
  // needs one reads the files.
  std::shared_ptr<const SampledRelease> sample;
  Json run;  // how it was done: mode, route, seconds; not part of the release, which is the same
};
Result<RunReport> Run(const RunOptions& options, Progress& progress);

// What `run` would refuse, found without running: policy, columns, types, hierarchies,
// feasibility. Returns counts and warnings.
Result<Json> CheckPolicy(const RunOptions& options, Progress& progress);

// How row `row` (from 1) of the release came about, as lines; runs the transform again.
Result<Json> ExplainRow(const RunOptions& options, std::uint64_t row, Progress& progress);

// What became of a quasi-identifying column: rows that keep their value, rows that show nothing,
// labels, mean loss.
Result<Json> ExplainColumn(const RunOptions& options, const std::string& column,
                           Progress& progress);

}  // namespace gauze
