#include "gauze/ledger/sqlite.h"

namespace gauze::ledger {

Statement& Statement::Bind(int index, std::int64_t value) {
  sqlite3_bind_int64(statement_.get(), index, value);
  return *this;
}

Statement& Statement::Bind(int index, std::string_view text) {
  sqlite3_bind_text64(statement_.get(), index, text.data(), text.size(), SQLITE_TRANSIENT,
                      SQLITE_UTF8);
  return *this;
}

Statement& Statement::Bind(int index, std::span<const std::uint8_t> bytes) {
  sqlite3_bind_blob64(statement_.get(), index, bytes.data(), bytes.size(), SQLITE_TRANSIENT);
  return *this;
}

Result<bool> Statement::Step() {
  const int code = sqlite3_step(statement_.get());
  if (code == SQLITE_ROW) return true;
  const auto failure = connection_->Failure();
  sqlite3_reset(statement_.get());
  if (code == SQLITE_DONE) return false;
  return failure;
}

Status Statement::Run() {
  GAUZE_TRY(Step());
  return {};
}

std::string Statement::Text(int column) const {
  const auto bytes = Bytes(column);
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

std::span<const std::uint8_t> Statement::Bytes(int column) const {
  const void* bytes = sqlite3_column_blob(statement_.get(), column);
  const int size = sqlite3_column_bytes(statement_.get(), column);
  return {static_cast<const std::uint8_t*>(bytes), static_cast<std::size_t>(size)};
}

Result<Connection> Connection::Open(const std::string& path, Mode mode) {
  Connection connection;
  connection.path_ = path;
  const int flags = mode == Mode::kCreate  ? SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
                    : mode == Mode::kWrite ? SQLITE_OPEN_READWRITE
                                           : SQLITE_OPEN_READONLY;
  sqlite3* database = nullptr;
  const int code = sqlite3_open_v2(path.c_str(), &database, flags | SQLITE_OPEN_NOMUTEX, nullptr);
  connection.database_.reset(database);
  if (code != SQLITE_OK) return connection.Failure();
  sqlite3_busy_timeout(database, 10'000);
  return connection;
}

Status Connection::Run(const std::string& sql) {
  if (sqlite3_exec(database_.get(), sql.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK) {
    return Failure();
  }
  return {};
}

Result<Statement> Connection::Prepare(const std::string& sql) {
  Statement statement;
  statement.connection_ = this;
  sqlite3_stmt* made = nullptr;
  if (sqlite3_prepare_v2(database_.get(), sql.c_str(), -1, &made, nullptr) != SQLITE_OK) {
    return Failure();
  }
  statement.statement_.reset(made);
  return statement;
}

tl::unexpected<Error> Connection::Failure() const {
  switch (sqlite3_errcode(database_.get())) {
    case SQLITE_FULL:
      return ResourceError("the disk is full", path_,
                           "free some disk space, and append the batch again");
    case SQLITE_IOERR:
      return ResourceError("the ledger cannot be read or written", path_,
                           "check the disk and its free space");
    case SQLITE_CANTOPEN:
    case SQLITE_PERM:
    case SQLITE_READONLY:
      return ResourceError("the ledger cannot be opened", path_, "check its permissions");
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      return ResourceError("another process is writing to the ledger", path_, "try again later");
    default:
      return tl::unexpected(
          Error{ErrorCode::kPromise, "the ledger's records are damaged", path_,
                "restore the ledger from a copy; gauze ledger verify shows what is damaged"});
  }
}

}  // namespace gauze::ledger
