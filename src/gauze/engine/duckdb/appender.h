#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "gauze/base/error.h"
#include "gauze/engine/duckdb/database.h"
#include "gauze/engine/duckdb/duckdb_handles.h"

// For engine/ and verify/: rows into a table of DuckDB, one after another.

namespace gauze {

// A row that cannot be stored must not go missing: Finish() fails if any call did.
class Appender {
 public:
  // `table` exists, with columns of the types that will come.
  Appender(Database& database, const std::string& table);
  Appender(const Appender&) = delete;
  Appender& operator=(const Appender&) = delete;
  ~Appender();

  Appender& Unsigned(std::uint64_t value);
  Appender& Whole(std::int64_t value);
  Appender& Real(double value);
  Appender& Text(std::string_view value);
  Appender& Null();
  void EndRow();

  // Once, at the end. `what` completes "the engine cannot store …".
  Status Finish(const std::string& what);

 private:
  Appender& Note(duckdb_state state);

  duckdb_appender appender_ = nullptr;
  bool good_ = true;
};

}  // namespace gauze
