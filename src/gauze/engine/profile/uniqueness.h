#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gauze/base/error.h"
#include "gauze/base/progress.h"
#include "gauze/engine/duckdb/database.h"

namespace gauze {

// Rows that no other row equals in these columns.
struct UniqueRows {
  std::vector<std::string> columns;
  std::uint64_t rows = 0;
  // Where not all rows were counted: it is between these, 19 times in 20. Otherwise both are
  // `rows`.
  std::uint64_t low = 0;
  std::uint64_t high = 0;
};

// Who can be singled out in a table, whatever its columns are called. Cells are compared as they
// stand there: "*" equals "*", and missing equals missing.
struct Uniqueness {
  std::uint64_t rows = 0;
  UniqueRows all;                  // by all columns
  std::optional<UniqueRows> open;  // by those that are not sensitive, if there are any
  std::vector<UniqueRows> sets;    // by few columns: FindSinglingSets (singling_sets.h)
  std::uint64_t one_in = 1;        // of the combinations of values so many were counted
};

// Tables of at most this many rows are counted exactly.
inline constexpr std::uint64_t kExactUniqueRows = 250'000;

// How many combinations of values one is taken of, in a table of so many rows.
std::uint64_t OneInCombinations(std::uint64_t rows);

// Rows that are enough to look for sets in.
inline constexpr std::uint64_t kSearchedRows = 10'000;

// What `found` unique rows mean where one combination in `one_in` was looked at, of a table with at
// most so many.
void EstimateUnique(std::uint64_t found, std::uint64_t one_in, std::uint64_t rows,
                    UniqueRows& unique);

// Counts in two passes over the view, which has so many `rows`. The first takes the rows, about
// kSearchedRows, in which `sets` are looked for; the second counts what was found. Combinations of
// values are compared by 128 bits of hash. Of a table of more than kExactUniqueRows rows about
// 100,000 combinations are taken by their hashes, each with all its rows, so that a row among them
// is unique exactly if it is in the table; what that means for all is known as an interval. A
// release is counted while it is written (release/rows/unique_rows.h), for a tenth of that.
//
// With `sets` the first pass is left out, and these are counted.
using ColumnSets = std::vector<std::vector<std::string>>;
Result<Uniqueness> CountUniqueRows(Database& database, const std::string& view,
                                   const std::vector<std::string>& columns,
                                   const std::vector<std::string>& sensitive, std::uint64_t rows,
                                   Progress& progress,
                                   const std::optional<ColumnSets>& sets = std::nullopt);

}  // namespace gauze
