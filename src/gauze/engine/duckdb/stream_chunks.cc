#include "gauze/engine/duckdb/stream_chunks.h"

#include "gauze/engine/duckdb/translate_error.h"

namespace gauze {
namespace {

struct StatementHolder {
  duckdb_prepared_statement statement = nullptr;
  ~StatementHolder() { duckdb_destroy_prepare(&statement); }
};
struct PendingHolder {
  duckdb_pending_result pending = nullptr;
  ~PendingHolder() { duckdb_destroy_pending(&pending); }
};

}  // namespace

Status StreamChunks(duckdb_handles& handles, const std::string& sql, Progress* progress,
                    const std::function<void(duckdb_data_chunk)>& consume) {
  duckdb_connection connection = handles.connection;
  StatementHolder statement;
  if (duckdb_prepare(connection, sql.c_str(), &statement.statement) != DuckDBSuccess) {
    const char* message = duckdb_prepare_error(statement.statement);
    return tl::unexpected(TranslateError(DUCKDB_ERROR_INVALID, message == nullptr ? "" : message));
  }
  const QueryWatch::Scope watched(*handles.watch, progress);
  PendingHolder pending;
  ResultHolder holder;
  if (duckdb_pending_prepared_streaming(statement.statement, &pending.pending) != DuckDBSuccess) {
    const char* message = duckdb_pending_error(pending.pending);
    return tl::unexpected(TranslateError(DUCKDB_ERROR_INVALID, message == nullptr ? "" : message));
  }
  if (duckdb_execute_pending(pending.pending, &holder.result) != DuckDBSuccess) {
    const char* message = duckdb_result_error(&holder.result);
    return tl::unexpected(TranslateError(duckdb_result_error_type(&holder.result),
                                         message == nullptr ? "" : message));
  }
  while (duckdb_data_chunk chunk = duckdb_fetch_chunk(holder.result)) {
    consume(chunk);
    duckdb_destroy_data_chunk(&chunk);
  }
  // A streaming query may fail after its first chunk; the result then carries the error.
  if (const char* message = duckdb_result_error(&holder.result); message != nullptr) {
    return tl::unexpected(TranslateError(duckdb_result_error_type(&holder.result), message));
  }
  return {};
}

}  // namespace gauze
