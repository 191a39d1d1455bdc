#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gauze/base/progress.h"
#include "gauze/release/run/run.h"

namespace gauze {

struct AppendOptions {
  std::string ledger;
  std::vector<std::string> batch;  // files or globs; empty only to seal
  std::uint64_t memory = 0;        // bytes; 0: most of what is free
  unsigned threads = 0;
  // The last release: records still waiting are left out for good, and nothing can be appended.
  bool seal = false;
  Completion complete;  // of a release that has rows
};

// One more batch and the release that follows it. When it returns, the batch is durable; if it
// fails, or the process dies, before that, the ledger is as it was. Refuses a batch with other
// columns, with keys that came before, or with rows that are not new.
//
// What a release costs depends on the batch and on how many wait, not on how much was released
// before, if the method never touches released classes; a full release links to the files of the
// former one where the format has parts (Parquet).
//
// Returns what the ledger records of the release.
Result<Json> AppendBatch(const AppendOptions& options, Progress& progress);

}  // namespace gauze
