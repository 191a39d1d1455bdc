#include "gauze/verify/open_file.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "gauze/base/text/suggest.h"
#include "gauze/engine/arrow/arrow_table.h"
#include "gauze/engine/read/source/fetched_table.h"
#include "gauze/postgresql/address.h"

namespace gauze {
namespace {

std::string Option(std::string_view name, const std::string& value) {
  return value.empty() ? "" : fmt::format(", {} = {}", name, QuoteText(value));
}

// As somebody would read the file at DuckDB's own prompt. What a sniffer could mistake is said: no
// line is a comment, and none is skipped.
std::string ReadBySql(const FileUnderTest& file) {
  std::vector<std::string> paths;
  for (const std::string& path : file.paths) paths.push_back(QuoteText(path));
  const std::string list = fmt::format("[{}]", fmt::join(paths, ", "));
  const std::string& first = file.paths.front();
  if (first.ends_with(".parquet") || first.ends_with(".pq")) {
    return fmt::format("read_parquet({}, union_by_name = true)", list);
  }
  const std::string quote = file.dialect.quote.empty() ? "\"" : file.dialect.quote;
  return fmt::format(
      "read_csv({}, all_varchar = true, header = {}, union_by_name = true, comment = '', skip = "
      "0{}{}{}{})",
      list, file.dialect.header, Option("delim", file.dialect.delimiter), Option("quote", quote),
      Option("escape", quote), Option("encoding", file.dialect.encoding));
}

// Makes the view, and asks DuckDB what it has.
Status DescribeView(Database& database, const std::string& path, const std::string& view,
                    SourceColumns& columns) {
  const auto described =
      database
          .Run(fmt::format("CREATE OR REPLACE TEMP VIEW {} AS {}", QuoteName(view), columns.query))
          .and_then([&] {
            return database.Rows(fmt::format(
                "SELECT column_name, column_type FROM (DESCRIBE FROM {})", QuoteName(view)));
          });
  if (!described) {
    Error error = described.error();
    error.where = path + (error.where.empty() ? "" : ", " + error.where);
    return tl::unexpected(std::move(error));
  }
  columns.names.clear();
  columns.types.clear();
  for (const auto& column : *described) {
    columns.names.push_back(*column[0]);
    columns.types.push_back(*column[1]);
  }
  return {};
}

bool IsNested(const std::string& type) {
  return type.ends_with("]") || type.starts_with("STRUCT") || type.starts_with("MAP") ||
         type.starts_with("UNION");
}

Result<SourceColumns> OpenBySql(Database& database, const FileUnderTest& file,
                                const std::string& view) {
  const std::string& path = file.paths.front();
  if (FindArrowTable(path) != nullptr) {
    return InputError("a table in memory cannot be read by SQL alone", path,
                      "write it to a file, or use the fast reader");
  }
  FileUnderTest read = file;
  if (IsDatabaseAddress(path)) {
    GAUZE_ASSIGN(const auto table, FetchFor(database, path));
    read.paths = {table->path()};
    read.dialect = FetchedTable::Dialect();
  }
  SourceColumns columns{.query = "FROM " + ReadBySql(read)};
  GAUZE_TRY(DescribeView(database, path, view, columns));
  if (!read.dialect.header) {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < columns.names.size(); ++i)
      names.push_back(fmt::format("c{}", i + 1));
    columns.query += fmt::format(" AS cells({})", fmt::join(names, ", "));
    GAUZE_TRY(DescribeView(database, path, view, columns));
  }
  if (std::ranges::any_of(columns.types, IsNested)) {
    return InputError("a column has several values per cell, but every cell must be one value",
                      path, "leave the column out of the file");
  }
  if (std::ranges::find(columns.names, kCountColumn) != columns.names.end()) {
    return InputError("rows with a count cannot be read by SQL alone", path, "use the fast reader");
  }
  return columns;
}

}  // namespace

const std::vector<std::string>& ReaderNames() {
  static const std::vector<std::string> names = {"fast", "sql"};
  return names;
}

std::optional<Reader> ReaderFromName(std::string_view name) {
  if (name == "fast") return Reader::kFast;
  if (name == "sql") return Reader::kSql;
  return std::nullopt;
}

Result<SourceColumns> OpenFile(Database& database, const FileUnderTest& file,
                               const std::string& view) {
  if (file.reader == Reader::kSql) return OpenBySql(database, file, view);
  return OpenSource(database, file.paths, file.dialect, view);
}

Status CheckNamed(const std::vector<std::string>& wanted, const SourceColumns& columns,
                  const std::string& path) {
  const auto is_there = [&](const std::string& name) {
    return std::ranges::find(columns.names, name) != columns.names.end();
  };
  const auto found = static_cast<std::size_t>(std::ranges::count_if(wanted, is_there));
  if (found == 0) {
    return InputError("the file has none of these columns", path,
                      "does its first line name the columns, and are they spelled the same?");
  }
  for (const std::string& name : wanted) {
    if (is_there(name)) continue;
    return InputError(fmt::format("the file has no column \"{}\"", name), path,
                      DidYouMeanColumn(name, columns.names, found));
  }
  return {};
}

}  // namespace gauze
