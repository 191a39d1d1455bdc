#pragma once

#include <sqlite3.h>

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "gauze/base/error.h"

// Private to ledger/: SQLite with errors as values. Its messages name tables and files of ours,
// never a cell.

namespace gauze::ledger {

class Connection;

// A prepared statement; parameters count from 1, columns from 0.
class Statement {
 public:
  Statement& Bind(int index, std::int64_t value);
  Statement& Bind(int index, std::string_view text);
  Statement& Bind(int index, std::span<const std::uint8_t> bytes);

  // True if there is a row. After the last one, or an error, the statement can be bound again.
  Result<bool> Step();
  // A statement without rows.
  Status Run();

  std::int64_t Integer(int column) const { return sqlite3_column_int64(statement_.get(), column); }
  std::string Text(int column) const;
  std::span<const std::uint8_t> Bytes(int column) const;

 private:
  friend class Connection;
  struct Finalize {
    void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
  };

  std::unique_ptr<sqlite3_stmt, Finalize> statement_;
  Connection* connection_ = nullptr;
};

// One thread at a time.
class Connection {
 public:
  enum class Mode : std::uint8_t { kCreate, kWrite, kRead };
  static Result<Connection> Open(const std::string& path, Mode mode);

  Status Run(const std::string& sql);
  Result<Statement> Prepare(const std::string& sql);
  // Rows that the last INSERT added.
  int Changes() const { return sqlite3_changes(database_.get()); }

  // The error of the last call, as one of ours.
  tl::unexpected<Error> Failure() const;

 private:
  struct Close {
    void operator()(sqlite3* database) const { sqlite3_close_v2(database); }
  };

  std::unique_ptr<sqlite3, Close> database_;
  std::string path_;
};

}  // namespace gauze::ledger
