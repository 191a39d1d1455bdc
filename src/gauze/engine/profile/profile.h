#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gauze/base/error.h"
#include "gauze/base/progress.h"
#include "gauze/engine/duckdb/database.h"
#include "gauze/engine/read/source.h"
#include "gauze/policy/policy.h"
#include "gauze/table/raw_table.h"

namespace gauze {

// A first look at a column, for `gauze init`: counts only.
struct ColumnProfile {
  std::string name;
  ValueType type = ValueType::kText;  // the narrowest that every cell fits
  std::uint64_t distinct = 0;         // approximate
  std::uint64_t missing = 0;          // NULL, empty, or a marker
};

struct Profile {
  std::uint64_t rows = 0;
  std::vector<ColumnProfile> columns;
};

// Reads the view `source` once. `markers` are spellings that count as missing.
Result<Profile> ProfileColumns(Database& database, const SourceColumns& columns,
                               const std::vector<std::string>& markers, Progress& progress);

// Whether the names of the columns, which a CSV file has in its first line, look like one more row:
// where columns have types, all of these names are of the type of their column; where all are
// text, half of the names or more occur in their column again.
Result<bool> FirstLineIsRow(Database& database, const Profile& profile);

// The distinct spellings of one column of a view with their counts, for checking and building
// hierarchies.
Result<RawTable> CountColumn(Database& database, const std::string& view,
                             const std::string& column);

}  // namespace gauze
