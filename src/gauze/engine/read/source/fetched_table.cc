#include "gauze/engine/read/source/fetched_table.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <mutex>
#include <system_error>
#include <vector>

#include "gauze/base/text/sql_text.h"
#include "gauze/engine/read/source/source_files.h"
#include "gauze/postgresql/connection.h"

namespace gauze {
namespace {

struct FetchedTables {
  std::mutex mutex;
  std::map<std::string, std::weak_ptr<const FetchedTable>> known;  // by address
  int keepers = 0;
  std::vector<std::shared_ptr<const FetchedTable>> kept;
};

FetchedTables& Fetched() {
  static FetchedTables tables;
  return tables;
}

tl::unexpected<Error> SpoolError(const std::string& folder) {
  return ResourceError(
      "cannot write the rows of the database to a file: " + std::generic_category().message(errno),
      folder, "check permissions and free disk space, or choose another folder (--temp, TMPDIR)");
}

// Rows in pieces that are worth a call of the system.
class SpoolWriter {
 public:
  explicit SpoolWriter(int file) : file_(file) { bytes_.reserve(kPiece * 2); }

  Status Append(std::string_view text) {
    bytes_ += text;
    return bytes_.size() < kPiece ? Status() : Flush();
  }

  Status Flush() {
    std::string_view left = bytes_;
    while (!left.empty()) {
      const ssize_t size = write(file_, left.data(), left.size());
      if (size < 0 && errno == EINTR) continue;
      if (size < 0) return SpoolError("");
      left.remove_prefix(static_cast<std::size_t>(size));
    }
    bytes_.clear();
    return {};
  }

 private:
  static constexpr std::size_t kPiece = std::size_t{1} << 20U;
  int file_;
  std::string bytes_;
};

// COPY's statement. A row of one missing cell would be an empty line, which readers skip: there it
// is an empty text, which counts as missing, too.
std::string CopyStatement(const std::string& query, const std::vector<std::string>& columns) {
  constexpr const char* kCopy = "COPY ({}\n) TO STDOUT (FORMAT csv, HEADER)";
  if (columns.size() > 1) return fmt::format(fmt::runtime(kCopy), query);
  const std::string name = QuoteName(columns.front());
  return fmt::format(
      fmt::runtime(kCopy),
      fmt::format("SELECT coalesce({0}::text, '') AS {0} FROM ({1}\n) AS fetched", name, query));
}

}  // namespace

FetchedTable::FetchedTable(int file) : file_(file), path_(fmt::format("/proc/self/fd/{}", file)) {}

FetchedTable::~FetchedTable() { close(file_); }

Status FetchedTable::Fill(const std::string& address) {
  GAUZE_ASSIGN(const DatabaseAddress parsed, ParseDatabaseAddress(address, "source"));
  GAUZE_ASSIGN(PostgresConnection connection, PostgresConnection::Open(parsed));
  GAUZE_TRY(connection.Run("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"));
  GAUZE_ASSIGN(const auto columns, connection.ColumnsOf(parsed.query));
  GAUZE_TRY(CheckNames(columns, address, " in the query"));
  SpoolWriter writer(file_);
  GAUZE_ASSIGN(rows_, connection.CopyOut(CopyStatement(parsed.query, columns),
                                         [&](std::string_view row) { return writer.Append(row); }));
  return writer.Flush();
}

Result<std::shared_ptr<const FetchedTable>> FetchedTable::Get(const std::string& address,
                                                              const std::string& folder) {
  FetchedTables& tables = Fetched();
  const std::lock_guard lock(tables.mutex);
  if (auto known = tables.known[address].lock()) return known;
  std::error_code error;
  const auto parent =
      folder.empty() ? std::filesystem::temp_directory_path(error) : std::filesystem::path(folder);
  std::string name = (parent / "gauze-fetched-XXXXXX").string();
  const int file = mkostemp(name.data(), O_CLOEXEC);
  if (file < 0) return SpoolError(parent.string());
  unlink(name.c_str());
  std::shared_ptr<FetchedTable> table(new FetchedTable(file));
  GAUZE_TRY(table->Fill(address));
  tables.known[address] = table;
  if (tables.keepers > 0) tables.kept.push_back(table);
  return table;
}

std::shared_ptr<const FetchedTable> FetchedTable::Find(const std::string& address) {
  FetchedTables& tables = Fetched();
  const std::lock_guard lock(tables.mutex);
  const auto found = tables.known.find(address);
  return found == tables.known.end() ? nullptr : found->second.lock();
}

KeepFetchedTables::KeepFetchedTables() {
  const std::lock_guard lock(Fetched().mutex);
  ++Fetched().keepers;
}

KeepFetchedTables::~KeepFetchedTables() {
  const std::lock_guard lock(Fetched().mutex);
  if (--Fetched().keepers == 0) Fetched().kept.clear();
}

}  // namespace gauze
