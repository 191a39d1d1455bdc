#pragma once

#include <duckdb.h>

#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "gauze/engine/duckdb/query_watch.h"

// Private to engine/: what touches DuckDB's C API directly.

struct duckdb_instance {
  duckdb_database database = nullptr;
  std::vector<std::shared_ptr<const void>> kept;  // what views read, as long as it is open

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
  ~duckdb_handles() {
    watch.reset();
    if (connection != nullptr) duckdb_disconnect(&connection);
  }
};

namespace gauze {

struct ResultHolder {
  duckdb_result result{};
  ~ResultHolder() { duckdb_destroy_result(&result); }
};

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

// The characters of a string cell; valid as long as its chunk.
inline std::string_view Characters(duckdb_string_t& cell) {
  return {duckdb_string_t_data(&cell), duckdb_string_t_length(cell)};
}

}  // namespace gauze
