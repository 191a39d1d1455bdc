#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gauze/base/error.h"
#include "gauze/base/progress.h"
#include "gauze/base/text/sql_text.h"

struct duckdb_handles;

namespace gauze {

// One DuckDB in memory, spilling into a private folder. Movable, used from one thread.
//
// DuckDB's own messages may quote cells of the table, so none of them leaves this room: errors are
// translated to ours, with the file and line where DuckDB names them.
class Database {
 public:
  struct Options {
    unsigned threads = 0;        // 0: as many as there are cores
    std::string temp_directory;  // where sorts and groupings spill; empty: they don't
  };

  static Result<Database> Open(const Options& options);
  Database(Database&&) noexcept;
  Database& operator=(Database&&) noexcept;
  ~Database();

  // DuckDB keeps to this many bytes and spills beyond. May be changed between statements.
  Status LimitMemory(std::uint64_t bytes);

  // A second connection to the same database, for another thread; both share its memory.
  Result<Database> Connect();

  // Runs a statement whose result does not matter. `progress` is set to percent done.
  Status Run(const std::string& sql, Progress* progress = nullptr);

  // A small result as text, row by row; NULL is nothing.
  using Row = std::vector<std::optional<std::string>>;
  Result<std::vector<Row>> Rows(const std::string& sql);

  // The one number of a result; 0 where it is NULL.
  Result<std::uint64_t> Count(const std::string& sql);

  // For the other files of this room.
  duckdb_handles& handles() { return *handles_; }

 private:
  explicit Database(std::unique_ptr<duckdb_handles> handles);

  std::unique_ptr<duckdb_handles> handles_;
};

// A cell of Rows() that is a whole number; 0 where it is NULL.
std::uint64_t NumberIn(const std::optional<std::string>& cell);

// Of DuckDB: "v1.5.5".
std::string EngineVersion();

// A name for a function in a database, never used before.
std::string NewFunctionName();

}  // namespace gauze
