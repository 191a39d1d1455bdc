#pragma once

#include <string>

#include "gauze/base/error.h"
#include "gauze/base/progress.h"
#include "gauze/policy/policy.h"

namespace gauze {

// A policy for a file nobody has written one for: every column listed with its guessed type and
// role `undecided`, counts as comments, the rest as a start to edit. `run` refuses it until every
// role is decided. Holds column names and counts, no values.
//
// `folder` is where the policy will be: the path of the source is written relative to it.
// A CSV file whose first line looks like a row is refused: its cells would become names of columns,
// which are shown everywhere. Of the dialect its encoding and whether there is a header count.
Result<std::string> InitialPolicy(const std::string& source, const CsvDialect& dialect,
                                  const std::string& folder, Progress& progress);

}  // namespace gauze
