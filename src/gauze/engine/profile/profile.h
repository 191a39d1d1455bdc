#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gauze/base/error.h"
#include "gauze/base/progress.h"
#include "gauze/engine/duckdb/database.h"
#include "gauze/engine/profile/partition.h"
#include "gauze/engine/read/source/source.h"
#include "gauze/roles/column_facts.h"
#include "gauze/table/raw_table.h"

namespace gauze {

// Cells of a column that fit a type.
struct TypeFit {
  ValueType type = ValueType::kText;
  std::uint64_t cells = 0;
};

// Cells with a spelling that many tables have for "no value" (missing_marks.h).
struct MarkedCells {
  std::string spelling;
  std::uint64_t cells = 0;
};

// A look at a column before anybody decided what it is: counts and forms, no value. Not even the
// smallest and the largest number: they are somebody's.
struct ColumnProfile {
  ColumnFacts facts;  // missing are NULL and empty cells; what only looks missing is in `marks`
  std::vector<TypeFit> fits;  // types that some cells fit, most cells first, the narrower of equals
  std::vector<MarkedCells> marks;
  std::uint64_t alone = 0;  // rows whose value no other row has
  // Values that occur once, 2 to 9 times, 10 to 99 times and so on, up to the most frequent.
  std::vector<std::uint64_t> by_rows;
  double agreement = 0;  // the chance that two rows with a value have the same one
  // Numbers lie within less than 10 to this power of each other, and dates, in days. -1: neither.
  int span = -1;
};

struct Profile {
  std::uint64_t rows = 0;
  std::vector<ColumnProfile> columns;
  std::vector<ColumnCodes> codes;  // of each column, in which cells are equal; if rows were kept
};

struct ProfileOptions {
  bool keep_rows = false;          // for codes, if they fit into memory
  std::uint64_t memory_bytes = 0;  // for keys and rows; with more values counts become estimates
};

// Reads the view `source` once. Counts are exact as long as the values of a column, eight bytes for
// each row of a column with many, fit into memory; facts.distinct_exact says so.
Result<Profile> ProfileColumns(Database& database, const SourceColumns& columns,
                               const ProfileOptions& options, Progress& progress);

// Whether the names of the columns, which a CSV file has in its first line, look like one more row:
// where columns have types, all of these names are of the type of their column; where all are
// text, half of the names or more occur in their column again.
Result<bool> FirstLineIsRow(Database& database, const Profile& profile);

// The distinct spellings of one column of a view with their counts, for checking and building
// hierarchies.
Result<RawTable> CountColumn(Database& database, const std::string& view,
                             const std::string& column);

}  // namespace gauze
