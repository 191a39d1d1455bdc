#pragma once

#include <memory>
#include <string>
#include <vector>

#include "gauze/base/progress.h"
#include "gauze/engine/csv/csv_header.h"
#include "gauze/engine/duckdb/database.h"
#include "gauze/engine/duckdb/quick_rows.h"
#include "gauze/policy/policy.h"

namespace gauze {

// Reads the CSV that most programs write, several times as fast as a reader of every dialect can:
// UTF-8, one record per line, the same number of cells in each, quotes around whole cells only. It
// never interprets: at the first line that is anything else its query fails, and the caller reads
// again with DuckDB's reader, which knows more and explains what is wrong. Cells are text, an empty
// one is NULL, as with DuckDB's.
class PlainCsv : public QuickRows {
 public:
  // What its query fails with where a line is not plain.
  static constexpr const char* kNotPlain = "not plain CSV";

  // Files that begin with `header` (or with a row of as many cells, as the dialect says), as the
  // view `view`; nothing if they can not be plain (packed, in another encoding). Rows come in no
  // particular order. Lives as long as the view is used.
  static std::shared_ptr<PlainCsv> Open(Database& database, const std::vector<std::string>& files,
                                        const CsvHeader& header, const CsvDialect& dialect,
                                        const std::string& view);
};

}  // namespace gauze
