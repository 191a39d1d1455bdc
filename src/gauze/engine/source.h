#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "gauze/base/error.h"
#include "gauze/engine/database.h"
#include "gauze/policy/policy.h"

namespace gauze {

// A source with a column of this name is counted: the column says how often each row occurs. So do
// tables arrive that somebody else has grouped already, a cluster for example.
inline constexpr const char* kCountColumn = "gauze rows";

// A second way to the rows of a source: on all threads, several times as fast, and in no particular
// order. Its query may fail where the usual one does not, which then explains what is wrong.
class QuickRows {
 public:
  // Texts that have been numbered already: a column of the quick view with ids from 1 on, 0 for
  // NULL, and the spellings in the order of the ids, to be taken when a query is done.
  struct Numbered {
    std::string column;
    std::function<std::vector<std::string>()> take;
  };

  virtual ~QuickRows() = default;
  // For a column of the source; null if there is none.
  virtual const Numbered* FindNumbered(const std::string& /*column*/) const { return nullptr; }
  // Whom to tell the percentage that is read; nullptr for nobody.
  virtual void ReportTo(Progress* progress) = 0;
};

// Whether the usual way may do where the quick one failed: if it was over what is in the files. A
// full disk or a lack of memory is not mended by reading all of it again.
inline bool MayReadAgain(const Error& error) { return error.code == ErrorCode::kInput; }

// The columns of a file or a set of files, as DuckDB sees them.
struct SourceColumns {
  std::vector<std::string> names;
  std::vector<std::string> types;  // DuckDB's names; VARCHAR throughout for CSV
  std::vector<std::string> files;
  bool named_by_line = false;        // the names are cells of the first line of CSV
  std::string query;                 // that the view stands for
  bool counted = false;              // the view has rows as often as they occur, CountedView(view)
                                     // each once, with kCountColumn, which is not among the names
  double approximate_rows = 0;       // exact for Parquet, from the files' size for CSV
  std::shared_ptr<QuickRows> plain;  // if not null, the view PlainView(view) may read them faster
};

// Opens CSV (any dialect, gzip or not) or Parquet files, given by paths or globs, or a table in
// memory, given by its name (arrow_table.h), as the view `view`. CSV cells stay text: types are the
// policy's business. Says what to do when there is no such file, when it is empty, when two
// columns share a name, or when cells of Parquet are lists, structs or maps.
std::string PlainView(const std::string& view);
std::string CountedView(const std::string& view);
Result<SourceColumns> OpenSource(Database& database, const std::vector<std::string>& paths,
                                 const CsvDialect& dialect, const std::string& view);

// Rows with their numbers, from 0. Those of Parquet are numbered file by file, so a condition on
// the number is met while a file is read, and other columns of a row that it leaves out are not
// decoded. All parts are SQL.
struct NumberedRows {
  std::string from;  // what may follow FROM
  // Columns of it, with names that none of the view's has.
  std::string file;
  std::string row;
};
NumberedRows NumberRows(const SourceColumns& columns, const std::string& view);

}  // namespace gauze
