#pragma once

#include <memory>
#include <string>
#include <vector>

#include "gauze/base/error.h"
#include "gauze/engine/arrow/arrow_table.h"
#include "gauze/engine/duckdb/database.h"
#include "gauze/engine/duckdb/quick_rows.h"

// Private to engine/: Arrow tables as tables of DuckDB.

namespace gauze {

// The rows of a table as the view `view`, in their order; and, on all threads and in no order, as
// the view PlainView(view).
struct ArrowView {
  std::shared_ptr<QuickRows> quick;
  std::string query;  // that `view` stands for
};
Result<ArrowView> OpenArrowView(Database& database, const std::shared_ptr<const ArrowTable>& table,
                                const std::string& view);

// Writes what was taken from a stream, and what is still to come, to a Parquet file.
struct WriteArrowOptions {
  std::string scratch;
  std::uint64_t memory_bytes = 0;
};
Status WriteArrow(ArrowTable::Batches taken, ArrowStream stream, const WriteArrowOptions& options,
                  const std::string& path, Progress& progress);

}  // namespace gauze
