#include "gauze/engine/duckdb/appender.h"

namespace gauze {

Appender::Appender(Database& database, const std::string& table) {
  Check(duckdb_appender_create(database.handles().connection, nullptr, table.c_str(), &appender_) ==
            DuckDBSuccess,
        "the table to append to exists");
}

Appender::~Appender() {
  if (appender_ != nullptr) duckdb_appender_destroy(&appender_);
}

Appender& Appender::Note(duckdb_state state) {
  good_ = good_ && state == DuckDBSuccess;
  return *this;
}

Appender& Appender::Unsigned(std::uint64_t value) {
  return Note(duckdb_append_uint64(appender_, value));
}

Appender& Appender::Whole(std::int64_t value) {
  return Note(duckdb_append_int64(appender_, value));
}

Appender& Appender::Real(double value) { return Note(duckdb_append_double(appender_, value)); }

Appender& Appender::Text(std::string_view value) {
  return Note(duckdb_append_varchar_length(appender_, value.data(), value.size()));
}

Appender& Appender::Null() { return Note(duckdb_append_null(appender_)); }

void Appender::EndRow() { Note(duckdb_appender_end_row(appender_)); }

Status Appender::Finish(const std::string& what) {
  Note(duckdb_appender_close(appender_));
  Note(duckdb_appender_destroy(&appender_));
  if (good_) return {};
  return ResourceError("the engine cannot store " + what, "",
                       "there may not be enough memory: pass a larger --memory");
}

}  // namespace gauze
