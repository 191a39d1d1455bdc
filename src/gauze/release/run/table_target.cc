#include "gauze/release/run/table_target.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "gauze/base/file.h"
#include "gauze/base/text/sql_text.h"
#include "gauze/postgresql/connection.h"
#include "gauze/release/manifest/catalog.h"

namespace gauze {
namespace {

constexpr const char* kManifest = "_manifest";
constexpr const char* kNew = " (gauze, new)";  // while it is filled; nobody else sees it
constexpr const char* kTried = " (gauze, tried)";
constexpr const char* kOurComment = "A release of Gauze";
constexpr std::size_t kLongestName = 63;  // bytes of a name in PostgreSQL; more would be cut off

const char* SqlType(ValueType type) {
  switch (type) {
    case ValueType::kInteger:
      return "bigint";
    case ValueType::kDecimal:
      return "double precision";
    case ValueType::kDate:
      return "date";
    case ValueType::kTimestamp:
      return "timestamp";
    case ValueType::kBoolean:
      return "boolean";
    case ValueType::kText:
    case ValueType::kSet:
      return "text";
  }
  return "text";
}

// A server, and names there: with the schema in which it makes tables if the address names none.
struct TableServer {
  PostgresConnection connection;
  std::string schema;
  std::string table;

  static Result<TableServer> Open(const DatabaseAddress& address) {
    GAUZE_ASSIGN(PostgresConnection connection, PostgresConnection::Open(address));
    std::string schema = address.schema;
    if (schema.empty()) {
      GAUZE_ASSIGN(const auto current, connection.Run("SELECT current_schema()"));
      schema = current[0][0].value_or("public");
    }
    return TableServer{std::move(connection), std::move(schema), address.table};
  }

  std::string Name(const std::string& suffix) const {
    return QuoteName(schema) + "." + QuoteName(table + suffix);
  }
};

// The old table is ours, or there is none. True if there is one.
Result<bool> CheckReplaceable(TableServer& server, const std::string& suffix,
                              const std::string& where) {
  GAUZE_ASSIGN(const auto found,
               server.connection.Run(
                   "SELECT c.relkind = 'r' AND obj_description(c.oid, 'pg_class') LIKE $2, "
                   "pg_has_role(c.relowner, 'USAGE') FROM pg_class c WHERE c.oid = to_regclass($1)",
                   {server.Name(suffix), fmt::format("{}%", kOurComment)}));
  if (found.empty()) return false;
  if (found[0][0] != "t") {
    return InputError(
        fmt::format("the table {} exists and is not a release of Gauze", server.Name(suffix)),
        where, "choose another name, or drop the table yourself");
  }
  if (found[0][1] == "t") return true;
  return InputError(fmt::format("the table {} belongs to another user", server.Name(suffix)), where,
                    "choose another name, or connect as its owner, who alone may replace it");
}

// The new table takes the place of the old one, if there is one. What is not ours may have come
// there since it was looked at, so it is locked before it is looked at again.
Status Replace(TableServer& server, const std::string& suffix, const std::string& where) {
  const std::string name = server.Name(suffix);
  GAUZE_ASSIGN(const bool old, CheckReplaceable(server, suffix, where));
  if (old) {
    GAUZE_TRY(server.connection.Run(fmt::format("LOCK TABLE {} IN ACCESS EXCLUSIVE MODE", name)));
    GAUZE_TRY(CheckReplaceable(server, suffix, where));
    GAUZE_TRY(server.connection.Run(fmt::format("DROP TABLE {}", name)));
  }
  GAUZE_TRY(server.connection.Run(fmt::format("COMMENT ON TABLE {} IS '{}, version {}'",
                                              server.Name(suffix + kNew), kOurComment, kVersion)));
  GAUZE_TRY(
      server.connection.Run(fmt::format("ALTER TABLE {} RENAME TO {}", server.Name(suffix + kNew),
                                        QuoteName(server.table + suffix))));
  return {};
}

Status FillTable(PostgresConnection& server, const std::string& name, const std::string& file,
                 const TableTarget::Columns& columns, std::uint64_t rows,
                 const std::string& where) {
  std::string defined;
  std::string names;
  for (const auto& [column, type] : columns) {
    if (column.size() > kLongestName) {
      return InputError("the name of a released column is longer than PostgreSQL allows (63 bytes)",
                        "column " + column, "rename it in the source, or release to a directory");
    }
    const char* comma = defined.empty() ? "" : ", ";
    defined += fmt::format("{}{} {}", comma, QuoteName(column), SqlType(type));
    names += comma + QuoteName(column);
  }
  GAUZE_TRY(server.Run(fmt::format("CREATE TABLE {} ({})", name, defined)));
  std::ifstream stream(file, std::ios::binary);
  std::string piece(std::size_t{1} << 18U, '\0');
  GAUZE_ASSIGN(
      const std::uint64_t copied,
      server.CopyIn(
          fmt::format("COPY {} FROM STDIN (FORMAT csv, HEADER, FORCE_NULL ({}))", name, names),
          [&]() -> Result<std::string_view> {
            stream.read(piece.data(), static_cast<std::streamsize>(piece.size()));
            if (stream.bad()) return ResourceError("the file cannot be read", file, "try again");
            return std::string_view(piece).substr(0, static_cast<std::size_t>(stream.gcount()));
          }));
  if (copied == rows) return {};
  return ResourceError(
      fmt::format("the server took {} of {} rows, so nothing was published", copied, rows), where,
      "release to a directory, and report this as a bug");
}

// manifest.json, report/index.html, and so on: all but the rows.
Status FillManifest(PostgresConnection& server, const std::string& name,
                    const std::string& folder) {
  namespace fs = std::filesystem;
  GAUZE_TRY(
      server.Run(fmt::format("CREATE TABLE {} (file text NOT NULL, content text NOT NULL)", name)));
  std::vector<std::string> files;
  std::error_code error;
  for (const auto& entry : fs::recursive_directory_iterator(folder, error)) {
    const std::string inside = entry.path().lexically_relative(folder).string();
    if (entry.is_regular_file() && inside != "data.csv") files.push_back(inside);
  }
  std::ranges::sort(files);
  for (const std::string& file : files) {
    GAUZE_ASSIGN(const std::string content, ReadFile(folder + "/" + file));
    GAUZE_TRY(server.Run(fmt::format("INSERT INTO {} VALUES ($1, $2)", name), {file, content}));
  }
  return {};
}

}  // namespace

Result<TableTarget> TableTarget::Parse(const std::string& address) {
  GAUZE_ASSIGN(DatabaseAddress parsed, ParseDatabaseAddress(address, "the release's table"));
  if (parsed.table.empty()) {
    return InputError("a release needs the address of a table, and this is a query", address,
                      "write ?table=schema.name");
  }
  if (parsed.table.size() + std::string_view(kManifest).size() + std::string_view(kNew).size() >
      kLongestName) {
    return InputError("the table's name is too long", address,
                      "PostgreSQL allows 63 bytes, and NAME_manifest lies beside it: 40 or less");
  }
  return TableTarget(std::move(parsed));
}

Status TableTarget::Check() const {
  GAUZE_ASSIGN(TableServer server, TableServer::Open(address_));
  for (const char* suffix : {"", kManifest}) {
    GAUZE_TRY(CheckReplaceable(server, suffix, address_.text));
  }
  // Whether it may make tables there is best found out by making one.
  GAUZE_TRY(server.connection.Run("BEGIN"));
  GAUZE_TRY(server.connection.Run(fmt::format("CREATE TABLE {} ()", server.Name(kTried))));
  GAUZE_TRY(server.connection.Run("ROLLBACK"));
  return {};
}

Status TableTarget::Publish(const std::string& folder, const Columns& columns,
                            std::uint64_t rows) const {
  const std::string& where = address_.text;
  GAUZE_ASSIGN(TableServer server, TableServer::Open(address_));
  GAUZE_TRY(server.connection.Run("BEGIN"));
  GAUZE_TRY(
      FillTable(server.connection, server.Name(kNew), folder + "/data.csv", columns, rows, where));
  GAUZE_TRY(FillManifest(server.connection, server.Name(std::string(kManifest) + kNew), folder));
  for (const char* suffix : {"", kManifest}) GAUZE_TRY(Replace(server, suffix, where));
  GAUZE_TRY(server.connection.Run("COMMIT"));
  return {};
}

}  // namespace gauze
