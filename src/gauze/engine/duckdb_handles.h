#pragma once

#include <duckdb.h>

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "gauze/base/error.h"
#include "gauze/base/progress.h"
#include "gauze/engine/database.h"
#include "gauze/engine/query_watch.h"

// Private to engine/: what touches DuckDB's C API directly.

struct duckdb_instance {
  duckdb_database database = nullptr;

  duckdb_instance() = default;
  duckdb_instance(const duckdb_instance&) = delete;
  duckdb_instance& operator=(const duckdb_instance&) = delete;
  ~duckdb_instance() {
    if (database != nullptr) duckdb_close(&database);
  }
};

struct duckdb_handles {
  std::shared_ptr<duckdb_instance> shared;  // closed with its last connection
  duckdb_connection connection = nullptr;
  std::unique_ptr<gauze::QueryWatch> watch;  // of the connection, as soon as there is one

  duckdb_handles() = default;
  duckdb_handles(const duckdb_handles&) = delete;
  duckdb_handles& operator=(const duckdb_handles&) = delete;
  ~duckdb_handles();
};

namespace gauze {

struct LogicalType {
  duckdb_logical_type type = nullptr;
  explicit LogicalType(duckdb_logical_type t) : type(t) {}
  LogicalType(LogicalType&& other) noexcept : type(std::exchange(other.type, nullptr)) {}
  LogicalType(const LogicalType&) = delete;
  LogicalType& operator=(const LogicalType&) = delete;
  LogicalType& operator=(LogicalType&& other) noexcept {
    std::swap(type, other.type);
    return *this;
  }
  ~LogicalType() {
    if (type != nullptr) duckdb_destroy_logical_type(&type);
  }
};

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
