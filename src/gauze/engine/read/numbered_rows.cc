#include "gauze/engine/read/numbered_rows.h"

#include <fmt/format.h>

#include <algorithm>

#include "gauze/base/text/ascii.h"
#include "gauze/engine/read/source/source_files.h"

namespace gauze {

NumberedRows NumberRows(const SourceColumns& columns, const std::string& view) {
  // DuckDB's.
  constexpr const char* kFile = "file_index";
  constexpr const char* kInFile = "file_row_number";
  const auto is_taken = [&](const std::string& name) {
    return std::ranges::count(columns.names, name, LowerCase) > 0;
  };
  const auto new_name = [&](std::string name) {
    while (is_taken(name)) name += '_';
    return QuoteName(name);
  };
  NumberedRows rows{.from = "", .file = new_name("gauze file"), .row = new_name("gauze row")};
  const bool parquet = !columns.files.empty() && IsParquet(columns.files.front());
  if (!parquet || columns.counted || columns.gathered || is_taken(kFile) || is_taken(kInFile)) {
    rows.from = fmt::format("(SELECT 0 AS {}, row_number() OVER () - 1 AS {}, * FROM {})",
                            rows.file, rows.row, QuoteName(view));
    return rows;
  }
  rows.from = fmt::format(
      "(SELECT {0} AS {1}, {2} AS {3}, * EXCLUDE ({2}) FROM read_parquet({4}, union_by_name = "
      "true, {2} = true))",
      kFile, rows.file, kInFile, rows.row, FileList(columns.files));
  return rows;
}

}  // namespace gauze
