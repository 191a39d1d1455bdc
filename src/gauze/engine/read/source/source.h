#pragma once

#include <memory>
#include <string>
#include <vector>

#include "gauze/base/error.h"
#include "gauze/engine/duckdb/database.h"
#include "gauze/engine/duckdb/quick_rows.h"
#include "gauze/policy/policy.h"

namespace gauze {

// A source with a column of this name is counted: the column says how often each row occurs. So do
// tables arrive that somebody else has grouped already, a cluster for example.
inline constexpr const char* kCountColumn = "gauze rows";

// The columns of a file or a set of files, as DuckDB sees them.
struct SourceColumns {
  std::vector<std::string> names;
  std::vector<std::string> types;  // DuckDB's names; VARCHAR throughout for CSV
  std::vector<std::string> files;
  CsvDialect dialect;
  bool named_by_line = false;        // the names are cells of the first line of CSV
  std::string query;                 // that the view stands for
  bool counted = false;              // the view has rows as often as they occur, CountedView(view)
                                     // each once, with kCountColumn, which is not among the names
  bool gathered = false;             // the view has columns that the files do not have
  double approximate_rows = 0;       // exact for Parquet, from the files' size for CSV
  std::shared_ptr<QuickRows> plain;  // if not null, the view PlainView(view) may read them faster
};

// Opens CSV (any dialect, gzip or not) or Parquet files, given by paths or globs, or a table in
// memory (arrow_table.h) or of PostgreSQL (fetched_table.h), given by its name or address, as the
// view `view`. CSV cells stay text: types are the policy's business. Says what to do when there is
// no such file, when it is empty or no table, when two columns share a name, or when cells of
// Parquet are lists, structs or maps. Columns in which files differ are named if the policy lists
// them (`listed`): what else is in a first line may be cells.
Result<SourceColumns> OpenSource(Database& database, const std::vector<std::string>& paths,
                                 const CsvDialect& dialect, const std::string& view,
                                 const std::vector<PolicyAttribute>& listed = {});

// Where the rows of a counted source are, each once.
std::string CountedView(const std::string& view);

}  // namespace gauze
