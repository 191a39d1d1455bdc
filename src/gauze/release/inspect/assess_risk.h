#pragma once

#include <string>
#include <vector>

#include "gauze/base/progress.h"
#include "gauze/release/run/run.h"

namespace gauze {

struct RiskOptions {
  RunOptions run;               // policy, source, threads, memory
  std::string released;         // a release directory or file to look at instead of the source
  std::vector<double> deltas;   // thresholds; none: the policy's own
  std::vector<double> factors;  // what if everything were this many times as likely to be known
  std::string records;          // file with one line per record, private: .csv or .parquet
  std::string picture;          // SVG file
  bool suppress = false;  // also tell what suppressing cells would do, for the first threshold
  bool decide = false;    // only which side of the thresholds records are on: quicker
};

// The disclosure risk of every record, without changing anything: how many are above each
// threshold, a histogram, which columns make the risk. Figures only, no values.
//
// {"rows", "distinct", "alpha", "highest", "mean", "floor", "above": [{"delta", "rows", "share"}],
//  "histogram": {"records_from.1e-05": …}, "top_sets": [{"columns", "rows"}],
//  "what_if": [{"factor", "above": […]}], "suppress": […] if asked for (try_suppression.h)}
// or, to decide only: {"rows", "distinct", "alpha", "above"}.
Result<Json> AssessRisk(const RiskOptions& options, Progress& progress);

}  // namespace gauze
