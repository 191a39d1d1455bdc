#pragma once

#include <duckdb.h>

#include <functional>
#include <string>
#include <string_view>

#include "gauze/base/error.h"
#include "gauze/base/progress.h"
#include "gauze/engine/database.h"

// Private to engine/: what touches DuckDB's C API directly.

struct duckdb_handles {
  duckdb_database database = nullptr;
  duckdb_connection connection = nullptr;

  duckdb_handles() = default;
  duckdb_handles(const duckdb_handles&) = delete;
  duckdb_handles& operator=(const duckdb_handles&) = delete;
  ~duckdb_handles();
};

namespace gauze {

// Turns an error of DuckDB into ours, without any text that may come from a cell.
Error TranslateError(duckdb_error_type type, std::string_view message);

// Runs a query and hands over its chunks as they come, so that a result larger than memory is
// never materialised. Rows come in no particular order unless the query says so.
Status StreamChunks(Database& database, const std::string& sql, Progress* progress,
                    const std::function<void(duckdb_data_chunk)>& consume);

// The characters of a string cell; valid as long as its chunk.
inline std::string_view Characters(duckdb_string_t& cell) {
  return {duckdb_string_t_data(&cell), duckdb_string_t_length(cell)};
}

}  // namespace gauze
