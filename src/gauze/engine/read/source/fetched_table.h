#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "gauze/base/error.h"
#include "gauze/policy/policy.h"

namespace gauze {

class Database;

// The rows of a table or query of PostgreSQL, as CSV in a file that has no name: it is gone with
// this, or with the process, however that ends. Nothing of them is held in memory.
class FetchedTable {
 public:
  // Whoever asks for the same address while somebody has it gets the same rows, without asking the
  // server again. `folder` is where the file lies; empty: the system's for temporary files.
  static Result<std::shared_ptr<const FetchedTable>> Get(const std::string& address,
                                                         const std::string& folder);
  // If somebody has it; otherwise null.
  static std::shared_ptr<const FetchedTable> Find(const std::string& address);

  ~FetchedTable();
  FetchedTable(const FetchedTable&) = delete;
  FetchedTable& operator=(const FetchedTable&) = delete;

  // As long as this lives, in this process only.
  const std::string& path() const { return path_; }
  std::uint64_t rows() const { return rows_; }
  // Whatever a policy says of CSV.
  static CsvDialect Dialect() {
    return {.delimiter = ",", .quote = "\"", .encoding = "utf-8", .header = true};
  }

 private:
  explicit FetchedTable(int file);
  Status Fill(const std::string& address);

  int file_;
  std::string path_;
  std::uint64_t rows_ = 0;
};

// As Get(), in the database's folder for temporary files, and kept as long as its views may read
// it.
Result<std::shared_ptr<const FetchedTable>> FetchFor(Database& database,
                                                     const std::string& address);

// While it lives, fetched tables are kept: all parts of a command then see the same rows.
class KeepFetchedTables {
 public:
  KeepFetchedTables();
  ~KeepFetchedTables();
  KeepFetchedTables(const KeepFetchedTables&) = delete;
  KeepFetchedTables& operator=(const KeepFetchedTables&) = delete;
};

}  // namespace gauze
