#pragma once

#include <duckdb.h>

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "gauze/base/error.h"
#include "gauze/base/progress.h"
#include "gauze/engine/duckdb/database.h"

// Private to engine/: the rows of a query, taken on the threads that make them. Fetching a result
// is the work of one thread, and for rows by the million it becomes the slowest step.

namespace gauze {

class ChunkTaker {
 public:
  virtual ~ChunkTaker() = default;
  virtual void Take(duckdb_data_chunk chunk) = 0;
};

// SELECT columns FROM from, where the first `numbers` columns are UBIGINT and the others VARCHAR,
// or each is of its type in `types`. Every thread has a taker of its own from `make`, which is not
// called side by side; all of them are gone when this returns.
struct TakenQuery {
  std::vector<std::string> columns;
  std::size_t numbers = 0;
  std::string from;
  std::vector<duckdb_type> types = {};
};
Status TakeChunks(Database& database, const TakenQuery& query, Progress* progress,
                  const std::function<std::unique_ptr<ChunkTaker>()>& make);

}  // namespace gauze
