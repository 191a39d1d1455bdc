#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "gauze/base/error.h"
#include "gauze/engine/arrow/arrow_cells.h"
#include "gauze/engine/arrow/arrow_ids.h"
#include "gauze/engine/arrow/arrow_table.h"
#include "gauze/engine/duckdb/database.h"

// Private to engine/: batches of Arrow as a table function of DuckDB.

namespace gauze {

// Rows that one thread reads at a time.
struct ArrowMorsel {
  std::shared_ptr<const ArrowBatch> batch;
  std::int64_t begin = 0;
  std::int64_t end = 0;
};

// The rows of one query over a table or a stream, piece by piece, for all its threads.
class ArrowMorsels {
 public:
  virtual ~ArrowMorsels() = default;
  // False at the end, or when the stream fails.
  virtual bool Next(ArrowMorsel& morsel) = 0;
};

// One more column: the ids of another one's texts.
struct NumberedColumn {
  std::string name;
  std::size_t of = 0;
  std::shared_ptr<ArrowIds> ids;
};

// What a function reads; shared with the queries that call it.
struct ArrowRows {
  std::shared_ptr<const ArrowSchema> schema;
  std::vector<std::unique_ptr<ArrowColumn>> columns;
  std::vector<NumberedColumn> numbered;  // follow the columns
  std::function<std::unique_ptr<ArrowMorsels>()> open;
  std::uint64_t rows = 0;
  idx_t threads = 1;
};

// Rows without a source yet. `sample` may be null: see MakeArrowColumn.
Result<std::shared_ptr<ArrowRows>> MakeArrowRows(Database& database,
                                                 std::shared_ptr<const ArrowSchema> schema,
                                                 const ArrowBatch* sample);

// Makes them known as the function `name`, without arguments.
void RegisterArrowRows(Database& database, std::shared_ptr<ArrowRows> rows,
                       const std::string& name);

}  // namespace gauze
