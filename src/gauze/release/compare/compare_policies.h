#pragma once

#include <string>
#include <vector>

#include "gauze/base/progress.h"
#include "gauze/release/run/run.h"

namespace gauze {

// Several ways to release a table, tried out and set side by side. Each candidate goes the whole
// way to a file that is read back and verified, in a private folder that goes away: nothing is
// published. A source is read and counted once for all candidates that mean the same by it.
//
// The answer:
//   {"axes": {"risk": {"measure", "means"}, "loss": {…}},
//    "candidates": [{"name", "values": {swept parameter: value}, "preset",
//                    "promises": ["k_anonymity(k=5)"], "transform": {"name", "text"}, "holds",
//                    "rows_in", "suppressed_rows", "classes", "smallest_class",
//                    "loss": {measure: number}, "risk": {"highest", "mean"}, "measures": {all},
//                    "seconds", "dominated_by": name or null}, …],
//    "readings", "notes": [sentences]}
// A candidate whose promises this table cannot keep has `"holds": false` and the `reason`, and no
// figures. Domination is judged on the two axes, among candidates with the same source and the same
// quasi-identifiers: for others the figures do not mean the same.

struct NamedPolicy {
  std::string name;
  PolicyText policy;
};
// Names for files: their own where that tells them apart, otherwise with their folders.
std::vector<NamedPolicy> NamedByFile(const std::vector<std::string>& files);

// Names must differ. Of `common`, policy, out, vault and internal are not looked at.
Result<Json> ComparePolicies(const std::vector<NamedPolicy>& policies, const RunOptions& common,
                             Progress& progress);

// The same over values of a policy's parameters (sweep.h).
Result<Json> CompareSweep(const RunOptions& options, const std::vector<std::string>& sweeps,
                          Progress& progress);

}  // namespace gauze
