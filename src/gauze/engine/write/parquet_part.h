#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "gauze/base/progress.h"
#include "gauze/engine/duckdb/database.h"
#include "gauze/table/released_table.h"

// Private to engine/: one Parquet file of a release.

namespace gauze {

// Some rows of a table, from the middle of one group to the middle of another.
struct ReleasedSlice {
  std::shared_ptr<const ReleasedTable> table;
  std::size_t group = 0;   // first
  std::uint64_t skip = 0;  // rows of that group which belong to an earlier slice
  std::uint64_t rows = 0;
};

// Writes the slices one after another and fsyncs. May run beside others on the same database.
Status WriteParquetPart(Database& database, const std::vector<ReleasedSlice>& slices,
                        const std::string& path, bool with_persons, Progress& progress);

}  // namespace gauze
