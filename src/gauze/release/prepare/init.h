#pragma once

#include <string>

#include "gauze/base/error.h"
#include "gauze/base/progress.h"
#include "gauze/policy/policy.h"

namespace gauze {

struct InitOptions {
  std::string source;        // as OpenSource takes it
  CsvDialect dialect;        // its encoding, and whether there is a header
  std::string folder = ".";  // where the policy will be: the source is named relative to it
  bool accept = false;       // take the suggested roles and markers, instead of only telling them
};

// A policy for a file nobody has written one for: every column listed with its type and role
// `undecided`, counts and the suggested role (roles/suggest_role.h) as comments, the rest as a
// start to edit. `run` refuses it until every role is decided. Holds column names, counts, and
// well-known spellings of "no value"; no other value.
//
// A CSV file whose first line looks like a row is refused: its cells would become names of columns,
// which are shown everywhere.
Result<std::string> InitialPolicy(const InitOptions& options, Progress& progress);

}  // namespace gauze
