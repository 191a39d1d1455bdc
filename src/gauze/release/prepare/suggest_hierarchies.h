#pragma once

#include <string>
#include <vector>

#include "gauze/base/error.h"
#include "gauze/base/json.h"
#include "gauze/policy/policy.h"

namespace gauze {

struct SuggestOptions {
  std::string table;
  std::string column;
  CsvDialect csv;
  std::vector<std::string> markers;  // spellings that count as missing
  bool show = false;                 // trees, which hold values
  std::uint64_t take = 0;            // writes the suggestion of this number, from 1, to `out`
  std::string out;                   // readable by its owner alone
};

// Hierarchies that would fit a column (taxonomy/suggest/suggest.h), with the rows of each level.
// Without `show` the answer holds counts and no value.
Result<Json> SuggestHierarchies(const SuggestOptions& options);

}  // namespace gauze
