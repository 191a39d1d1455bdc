#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "gauze/base/error.h"
#include "gauze/base/progress.h"
#include "gauze/engine/duckdb/database.h"
#include "gauze/table/released_table.h"

namespace gauze {

// Writes a release piece by piece, in order, on all threads. What is in the files depends on the
// rows only, not on how they came in pieces.
class ReleaseWriter {
 public:
  virtual ~ReleaseWriter() = default;

  virtual Status Append(std::shared_ptr<const ReleasedTable> table) = 0;
  // Writes what is left and fsyncs. Returns the files, relative to the folder, in order.
  virtual Result<std::vector<std::string>> Finish() = 0;
};

// data.csv: UTF-8, comma, LF, fields quoted where needed; a missing cell is an empty field.
std::unique_ptr<ReleaseWriter> MakeCsvWriter(const std::string& folder, Progress& progress);

// data.parquet, or data/part-00000.parquet and so on where there are more than 2^20 rows:
// typed columns where the release keeps values as they are; missing is NULL. `with_persons` adds
// the column of kPersonColumn: for private files only.
std::unique_ptr<ReleaseWriter> MakeParquetWriter(Database& database, const std::string& folder,
                                                 bool with_persons, Progress& progress);

// The same by another writer, but each group of equal rows once, with how often it occurs in
// kCountColumn (source.h).
std::unique_ptr<ReleaseWriter> CountGroups(std::unique_ptr<ReleaseWriter> writer);

// Rows of a part, but for the last one.
std::uint64_t ParquetPartRows();

inline constexpr const char* kPersonColumn = "gauze person";

}  // namespace gauze
