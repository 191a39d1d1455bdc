#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "gauze/base/error.h"
#include "gauze/base/json_fwd.h"
#include "gauze/base/progress.h"
#include "gauze/engine/profile/profile.h"
#include "gauze/policy/policy.h"

namespace gauze {

struct ProfileTableOptions {
  std::string source;  // as OpenSource takes it
  CsvDialect dialect;
  std::uint64_t memory = 0;  // bytes that all of it may take; 0: most of the machine's
  unsigned threads = 0;
  bool sets = true;  // otherwise columns only, for a part of the time and memory
  // Gets what is known of the columns, without the rows, before sets are looked for: a first policy
  // can be made of it (InitialPolicyOf in init.h).
  std::function<Status(Profile)> seen;
};

// What a table looks like before anybody has written a policy for it: of each column its type,
// missing cells, different values and how often they occur, forms of texts, spellings that look
// like missing ones; then the fewest columns that tell most rows apart (unique_sets.h), among those
// that do not do so alone; the role that is suggested for each column (roles/suggest_role.h), and
// HIPAA's eighteen identifiers with the columns that seem to hold them. docs/profile.md says what
// each figure is.
//
// Holds names of columns, counts and forms, and no value: a CSV file whose first line looks like a
// row is refused, as by InitialPolicy.
Result<Json> ProfileTable(const ProfileTableOptions& options, Progress& progress);

}  // namespace gauze
