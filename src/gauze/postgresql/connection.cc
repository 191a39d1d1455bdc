#include "gauze/postgresql/connection.h"

#include <algorithm>
#include <new>
#include <utility>

#include "gauze/base/read_number.h"
#include "gauze/base/stop.h"
#include "gauze/postgresql/library.h"
#include "gauze/postgresql/server_error.h"

namespace gauze {
namespace {

constexpr const char* kSettings[] = {"SET datestyle = 'ISO, MDY'", "SET intervalstyle = 'iso_8601'",
                                     "SET timezone = 'UTC'", "SET extra_float_digits = 1",
                                     "SET bytea_output = 'hex'",
                                     // Rows in the order of the table.
                                     "SET synchronize_seqscans = off"};

// Why there is no connection: of libpq and the server, about hosts and users. Nobody has looked at
// a table yet.
std::string Reason(std::string message, const std::string& password) {
  while (!message.empty() && message.back() == '\n') message.pop_back();
  std::ranges::replace(message, '\n', ' ');
  for (std::size_t at = 0; !password.empty() && (at = message.find(password)) != message.npos;) {
    message.replace(at, password.size(), "…");
  }
  return message;
}

void Ignore(void* /*unused*/, const char* /*notice*/) {}  // a notice may quote cells

}  // namespace

Result<PostgresConnection> PostgresConnection::Open(const DatabaseAddress& address) {
  GAUZE_ASSIGN(const PostgresLibrary* pq, LoadPostgresLibrary());
  const char* const names[] = {"dbname", "client_encoding", "fallback_application_name", nullptr};
  const char* const values[] = {address.connection.c_str(), "UTF8", "gauze", nullptr};
  PostgresConnection opened(*pq, pq->connect(names, values, 1), address.text);
  if (opened.connection_ == nullptr) throw std::bad_alloc();
  if (pq->status(opened.connection_) != CONNECTION_OK) {
    const char* password = pq->password(opened.connection_);
    return ResourceError(
        Reason(pq->error_message(opened.connection_), password == nullptr ? "" : password),
        address.text,
        "check host, port, database and user; the password comes from PGPASSWORD, ~/.pgpass or a "
        "service file");
  }
  pq->set_notice_processor(opened.connection_, Ignore, nullptr);
  for (const char* setting : kSettings) GAUZE_TRY(opened.Run(setting));
  return opened;
}

PostgresConnection::PostgresConnection(PostgresConnection&& other) noexcept
    : pq_(other.pq_),
      connection_(std::exchange(other.connection_, nullptr)),
      where_(std::move(other.where_)) {}

PostgresConnection::~PostgresConnection() {
  if (connection_ != nullptr) pq_.finish(connection_);
}

tl::unexpected<Error> PostgresConnection::Failure(pg_result* result, std::string_view query) const {
  ServerError error;
  if (const char* state = pq_.error_field(result, PG_DIAG_SQLSTATE)) error.state = state;
  if (const char* position = pq_.error_field(result, PG_DIAG_STATEMENT_POSITION)) {
    error.position = static_cast<std::size_t>(ReadNumber(position));
  }
  pq_.clear(result);
  return tl::unexpected(Translate(error, query, where_));
}

Result<std::vector<PostgresConnection::Row>> PostgresConnection::Run(
    const std::string& sql, const std::vector<std::string>& texts) {
  std::vector<const char*> values;
  for (const std::string& text : texts) values.push_back(text.c_str());
  pg_result* result = pq_.execute(connection_, sql.c_str(), static_cast<int>(values.size()),
                                  nullptr, values.data(), nullptr, nullptr, 0);
  const auto status = pq_.result_status(result);
  if (status != PGRES_TUPLES_OK && status != PGRES_COMMAND_OK) return Failure(result);
  std::vector<Row> rows(static_cast<std::size_t>(pq_.rows(result)));
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (int c = 0; c < pq_.fields(result); ++c) {
      const int row = static_cast<int>(i);
      rows[i].push_back(pq_.is_null(result, row, c) != 0
                            ? std::nullopt
                            : std::optional<std::string>(pq_.value(result, row, c)));
    }
  }
  pq_.clear(result);
  return rows;
}

Result<std::vector<std::string>> PostgresConnection::ColumnsOf(const std::string& query) {
  pg_result* prepared = pq_.prepare(connection_, "", query.c_str(), 0, nullptr);
  if (pq_.result_status(prepared) != PGRES_COMMAND_OK) return Failure(prepared, query);
  pq_.clear(prepared);
  pg_result* described = pq_.describe(connection_, "");
  if (pq_.result_status(described) != PGRES_COMMAND_OK) return Failure(described);
  std::vector<std::string> names;
  for (int c = 0; c < pq_.fields(described); ++c) names.emplace_back(pq_.field_name(described, c));
  pq_.clear(described);
  if (!names.empty()) return names;
  return InputError("the query gives no columns", where_, "write a SELECT");
}

// What the server says after the last row.
Result<std::uint64_t> PostgresConnection::RowsCopied() {
  pg_result* result = pq_.next_result(connection_);
  if (pq_.result_status(result) != PGRES_COMMAND_OK) return Failure(result);
  const auto rows = static_cast<std::uint64_t>(ReadNumber(pq_.rows_done(result)));
  pq_.clear(result);
  while ((result = pq_.next_result(connection_)) != nullptr) pq_.clear(result);
  return rows;
}

Result<std::uint64_t> PostgresConnection::CopyOut(
    const std::string& sql, const std::function<Status(std::string_view)>& take) {
  pg_result* begun =
      pq_.execute(connection_, sql.c_str(), 0, nullptr, nullptr, nullptr, nullptr, 0);
  if (pq_.result_status(begun) != PGRES_COPY_OUT) return Failure(begun);
  pq_.clear(begun);
  char* row = nullptr;
  int size = 0;
  while ((size = pq_.get_copy(connection_, &row, 0)) > 0) {
    const Status taken = take({row, static_cast<std::size_t>(size)});
    pq_.free_memory(row);
    GAUZE_TRY(taken);
    StopIfAsked();
  }
  return RowsCopied();
}

Result<std::uint64_t> PostgresConnection::CopyIn(
    const std::string& sql, const std::function<Result<std::string_view>()>& next) {
  pg_result* begun =
      pq_.execute(connection_, sql.c_str(), 0, nullptr, nullptr, nullptr, nullptr, 0);
  if (pq_.result_status(begun) != PGRES_COPY_IN) return Failure(begun);
  pq_.clear(begun);
  while (true) {
    StopIfAsked();
    GAUZE_ASSIGN(const std::string_view bytes, next());
    if (bytes.empty()) break;
    // A server that has refused a row says so at the end.
    if (pq_.put_copy(connection_, bytes.data(), static_cast<int>(bytes.size())) < 0) break;
  }
  pq_.end_copy(connection_, nullptr);
  return RowsCopied();
}

}  // namespace gauze
