#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "gauze/base/error.h"
#include "gauze/base/progress.h"
#include "gauze/engine/database.h"
#include "gauze/table/released_table.h"

namespace gauze {

// Writes a release piece by piece, in order, on all threads. What is in the files depends on the
// rows only, not on how they came in pieces.
class ReleaseWriter {
 public:
  virtual ~ReleaseWriter() = default;

  virtual Status Append(std::shared_ptr<const ReleasedTable> table) = 0;
  // The next rows are there already, from an earlier run.
  virtual void Skip(std::uint64_t rows) = 0;
  // Makes all that can be kept survive a power cut, and tells how much that is: rows from the
  // start, and for a file that grows the bytes they take.
  struct Durable {
    std::uint64_t rows = 0;
    std::uint64_t bytes = 0;
  };
  virtual Result<Durable> Sync() = 0;
  // Writes what is left and fsyncs. Returns the files, relative to the folder, in order.
  virtual Result<std::vector<std::string>> Finish() = 0;
};

// Writers go on after the rows that an earlier run has made durable.
//
// data.csv: UTF-8, comma, LF, fields quoted where needed; a missing cell is an empty field.
std::unique_ptr<ReleaseWriter> MakeCsvWriter(const std::string& folder,
                                             const ReleaseWriter::Durable& earlier,
                                             Progress& progress);

// data.parquet, or data/part-00000.parquet and so on where there are more than 2^20 rows:
// typed columns where the release keeps values as they are; missing is NULL. `with_persons` adds
// the column of kPersonColumn: for private files only.
std::unique_ptr<ReleaseWriter> MakeParquetWriter(Database& database, const std::string& folder,
                                                 bool with_persons,
                                                 const ReleaseWriter::Durable& earlier,
                                                 Progress& progress);

// The same by another writer, but each group of equal rows once, with how often it occurs in
// kCountColumn (source.h). What an earlier run has made is not kept.
std::unique_ptr<ReleaseWriter> CountGroups(std::unique_ptr<ReleaseWriter> writer);

// Rows of a part, but for the last one.
std::uint64_t ParquetPartRows();

inline constexpr const char* kPersonColumn = "gauze person";

}  // namespace gauze
