#include "gauze/engine/duckdb/database.h"

#include <fmt/format.h>

#include <atomic>

#include "gauze/base/read_number.h"
#include "gauze/engine/duckdb/duckdb_handles.h"
#include "gauze/engine/duckdb/stream_chunks.h"
#include "gauze/engine/duckdb/translate_error.h"

namespace gauze {
std::string EngineVersion() { return duckdb_library_version(); }

Database::Database(std::unique_ptr<duckdb_handles> handles) : handles_(std::move(handles)) {}
Database::Database(Database&&) noexcept = default;
Database& Database::operator=(Database&&) noexcept = default;
Database::~Database() = default;

Result<Database> Database::Open(const Options& options) {
  auto handles = std::make_unique<duckdb_handles>();
  handles->shared = std::make_shared<duckdb_instance>();
  if (duckdb_open(nullptr, &handles->shared->database) != DuckDBSuccess ||
      duckdb_connect(handles->shared->database, &handles->connection) != DuckDBSuccess) {
    return ResourceError("the database engine cannot start", "", "is there enough memory?");
  }
  handles->watch = std::make_unique<QueryWatch>(handles->connection);
  Database database(std::move(handles));
  // No extension may be fetched or loaded from elsewhere: everything needed is linked in.
  GAUZE_TRY(database.Run("SET autoinstall_known_extensions = false"));
  GAUZE_TRY(database.Run("SET autoload_known_extensions = false"));
  GAUZE_TRY(database.Run("SET enable_progress_bar = true"));
  GAUZE_TRY(database.Run("SET enable_progress_bar_print = false"));
  GAUZE_TRY(database.Run("SET TimeZone = 'UTC'"));
  GAUZE_TRY(database.Run("SET temp_directory = " + QuoteText(options.temp_directory)));
  if (options.threads > 0) {
    GAUZE_TRY(database.Run(fmt::format("SET threads = {}", options.threads)));
  }
  return database;
}

Status Database::LimitMemory(std::uint64_t bytes) {
  return Run(fmt::format("SET memory_limit = '{}B'", bytes));
}

Result<Database> Database::Connect() {
  auto handles = std::make_unique<duckdb_handles>();
  handles->shared = handles_->shared;
  if (duckdb_connect(handles->shared->database, &handles->connection) != DuckDBSuccess) {
    return ResourceError("the database engine cannot open a connection");
  }
  handles->watch = std::make_unique<QueryWatch>(handles->connection);
  return Database(std::move(handles));
}

Status Database::Run(const std::string& sql, Progress* progress) {
  const QueryWatch::Scope watched(*handles_->watch, progress);
  ResultHolder holder;
  if (duckdb_query(handles_->connection, sql.c_str(), &holder.result) != DuckDBSuccess) {
    const char* message = duckdb_result_error(&holder.result);
    return tl::unexpected(TranslateError(duckdb_result_error_type(&holder.result),
                                         message == nullptr ? "" : message));
  }
  return {};
}

Result<std::vector<Database::Row>> Database::Rows(const std::string& sql) {
  std::vector<Row> rows;
  // Every column as text, by the engine itself.
  GAUZE_TRY(StreamChunks(*handles_, "SELECT COLUMNS(*)::VARCHAR FROM (" + sql + ")", nullptr,
                         [&](duckdb_data_chunk chunk) {
                           const idx_t columns = duckdb_data_chunk_get_column_count(chunk);
                           const idx_t size = duckdb_data_chunk_get_size(chunk);
                           const std::size_t first = rows.size();
                           rows.resize(first + size, Row(columns));
                           for (idx_t c = 0; c < columns; ++c) {
                             duckdb_vector vector = duckdb_data_chunk_get_vector(chunk, c);
                             auto* cells =
                                 static_cast<duckdb_string_t*>(duckdb_vector_get_data(vector));
                             std::uint64_t* valid = duckdb_vector_get_validity(vector);
                             for (idx_t i = 0; i < size; ++i) {
                               if (valid == nullptr || duckdb_validity_row_is_valid(valid, i)) {
                                 rows[first + i][c] = std::string(Characters(cells[i]));
                               }
                             }
                           }
                         }));
  return rows;
}

Result<std::uint64_t> Database::Count(const std::string& sql) {
  GAUZE_ASSIGN(const auto rows, Rows(sql));
  return rows.empty() ? 0 : NumberIn(rows[0][0]);
}

std::uint64_t NumberIn(const std::optional<std::string>& cell) {
  return cell ? ReadAll<std::uint64_t>(*cell).value_or(0) : 0;
}

std::string NewFunctionName() {
  static std::atomic<unsigned> serial{0};
  return fmt::format("gauze_function_{}", serial++);
}

}  // namespace gauze
