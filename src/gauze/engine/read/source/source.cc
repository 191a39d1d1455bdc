#include "gauze/engine/read/source/source.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "gauze/base/read_number.h"
#include "gauze/engine/arrow/arrow_view.h"
#include "gauze/engine/csv/plain_csv.h"
#include "gauze/engine/duckdb/duckdb_handles.h"
#include "gauze/engine/read/source/fetched_table.h"
#include "gauze/engine/read/source/source_files.h"
#include "gauze/engine/read/source/source_query.h"
#include "gauze/postgresql/address.h"

namespace gauze {
namespace {

// Parquet knows; a CSV file is measured by its first lines.
Result<double> ApproximateRows(Database& database, const std::vector<std::string>& files,
                               const std::string& view) {
  if (IsParquet(files.front())) {
    GAUZE_ASSIGN(const auto rows, database.Rows("SELECT count(*)::DOUBLE FROM " + QuoteName(view)));
    return ReadNumber(*rows[0][0]);
  }
  constexpr std::size_t kMeasured = 65'536;
  constexpr double kGzipRatio = 6;
  double rows = 0;
  for (const std::string& file : files) {
    std::error_code error;
    auto bytes = static_cast<double>(std::filesystem::file_size(file, error));
    if (file.ends_with(".gz")) {
      rows += bytes * kGzipRatio / 100;
      continue;
    }
    std::string head(kMeasured, '\0');
    std::ifstream stream(file, std::ios::binary);
    stream.read(head.data(), static_cast<std::streamsize>(head.size()));
    head.resize(static_cast<std::size_t>(stream.gcount()));
    const auto lines = static_cast<double>(std::ranges::count(head, '\n'));
    if (!head.empty()) rows += bytes * std::max(lines, 1.0) / static_cast<double>(head.size());
  }
  return rows;
}

// The view becomes the rows as often as they occur; as they are they are in CountedView(view).
Status OpenCounted(Database& database, const std::string& view, SourceColumns& columns) {
  const auto at = std::ranges::find(columns.names, kCountColumn);
  if (at == columns.names.end()) return {};
  const std::string count = QuoteName(kCountColumn);
  const std::string counted = QuoteName(CountedView(view));
  GAUZE_TRY(database.Run(fmt::format(
      "CREATE OR REPLACE TEMP VIEW {0} AS SELECT * REPLACE (CASE WHEN TRY_CAST({1} AS DOUBLE) = "
      "TRY_CAST({1} AS BIGINT) THEN TRY_CAST({1} AS BIGINT) END AS {1}) FROM ({2})",
      counted, count, columns.query)));
  GAUZE_ASSIGN(const auto wrong,
               database.Rows(fmt::format("SELECT count(*) FROM {1} WHERE {0} IS NULL OR {0} < 1",
                                         count, counted)));
  if (wrong[0][0] != "0") {
    return InputError(fmt::format("{} rows have no valid count", *wrong[0][0]),
                      fmt::format("column {}", kCountColumn),
                      "it needs whole numbers of at least 1");
  }
  GAUZE_ASSIGN(const auto rows,
               database.Rows(fmt::format("SELECT sum({})::DOUBLE FROM {}", count, counted)));
  columns.query = fmt::format(
      "SELECT * EXCLUDE ({0}) FROM (SELECT * REPLACE (unnest(range({0})) AS "
      "{0}) FROM {1})",
      count, counted);
  GAUZE_TRY(database.Run(
      fmt::format("CREATE OR REPLACE TEMP VIEW {} AS {}", QuoteName(view), columns.query)));
  columns.types.erase(columns.types.begin() + (at - columns.names.begin()));
  columns.names.erase(at);
  columns.counted = true;
  columns.plain = nullptr;  // has each row once
  columns.approximate_rows = rows[0][0] ? ReadNumber(*rows[0][0]) : 0;
  return {};
}

Result<SourceColumns> OpenTable(Database& database, const std::shared_ptr<const ArrowTable>& table,
                                const std::string& view) {
  std::vector<std::string> names;
  for (std::int64_t i = 0; i < table->schema().n_children; ++i) {
    const char* name = table->schema().children[i]->name;
    names.emplace_back(name == nullptr ? "" : name);
  }
  GAUZE_TRY(CheckNames(names, table->name(), ""));
  auto opened = OpenArrowView(database, table, view);
  if (!opened) return InFile(opened.error(), table->name());
  GAUZE_ASSIGN(auto described, DescribeColumns(database, QuoteName(view), table->name()));
  SourceColumns columns{.names = std::move(described.names), .types = std::move(described.types)};
  columns.plain = std::move(opened->quick);
  columns.query = std::move(opened->query);
  columns.approximate_rows = static_cast<double>(table->rows());
  if (const Status counted = OpenCounted(database, view, columns); !counted) {
    return InFile(counted.error(), table->name());
  }
  return columns;
}

Result<SourceColumns> OpenFiles(Database& database, const std::vector<std::string>& files,
                                const CsvDialect& dialect, const std::string& view,
                                const std::vector<PolicyAttribute>& listed) {
  const std::string& first = files.front();
  std::string from;
  std::shared_ptr<PlainCsv> plain;
  if (IsParquet(first)) {
    GAUZE_ASSIGN(from, ParquetSource(database, files));
  } else {
    const auto is_listed = [&](const std::string& name) {
      return std::ranges::any_of(listed, [&](const PolicyAttribute& attribute) {
        return attribute.attribute.name == name;
      });
    };
    GAUZE_ASSIGN(const CsvGroups groups, GroupByHeader(database, files, dialect, is_listed));
    from = CsvSource(groups, dialect);
    if (groups.size() == 1) {
      plain = PlainCsv::Open(database, files, groups.front().first, dialect, PlainView(view));
    }
  }
  const Status created =
      database.Run(fmt::format("CREATE OR REPLACE TEMP VIEW {} AS FROM {}", QuoteName(view), from));
  if (!created) return InFile(created.error(), first);
  GAUZE_ASSIGN(auto described, DescribeColumns(database, QuoteName(view), first));
  SourceColumns columns{.names = std::move(described.names), .types = std::move(described.types)};
  columns.files = files;
  columns.dialect = dialect;
  columns.named_by_line = !IsParquet(first) && dialect.header;
  columns.plain = std::move(plain);
  columns.query = "FROM " + from;
  GAUZE_ASSIGN(columns.approximate_rows, ApproximateRows(database, files, view));
  if (const Status opened = OpenCounted(database, view, columns); !opened) {
    return InFile(opened.error(), first);
  }
  return columns;
}

Result<SourceColumns> OpenFetched(Database& database, const std::string& address,
                                  const std::string& view,
                                  const std::vector<PolicyAttribute>& listed) {
  GAUZE_ASSIGN(const auto table, FetchFor(database, address));
  auto columns = OpenFiles(database, {table->path()}, FetchedTable::Dialect(), view, listed);
  if (!columns) {
    Error error = columns.error();
    if (error.where.starts_with(table->path())) {
      error.where.replace(0, table->path().size(), address);
    }
    return tl::unexpected(std::move(error));
  }
  columns->files.clear();
  columns->named_by_line = false;
  if (!columns->counted) columns->approximate_rows = static_cast<double>(table->rows());
  return columns;
}

}  // namespace

Result<std::shared_ptr<const FetchedTable>> FetchFor(Database& database,
                                                     const std::string& address) {
  GAUZE_ASSIGN(const auto folder, database.Rows("SELECT current_setting('temp_directory')"));
  GAUZE_ASSIGN(auto table, FetchedTable::Get(address, folder[0][0].value_or("")));
  database.handles().shared->kept.push_back(table);
  return table;
}

std::string CountedView(const std::string& view) { return "counted_" + view; }

Result<SourceColumns> OpenSource(Database& database, const std::vector<std::string>& paths,
                                 const CsvDialect& dialect, const std::string& view,
                                 const std::vector<PolicyAttribute>& listed) {
  if (paths.empty()) {
    return InputError("no source is given", "", "name a file, or pass a table");
  }
  const auto table = FindArrowTable(paths.front());
  const auto address = std::ranges::find_if(paths, IsDatabaseAddress);
  if (paths.size() == 1 && table != nullptr) return OpenTable(database, table, view);
  if (paths.size() == 1 && address != paths.end()) {
    return OpenFetched(database, *address, view, listed);
  }
  if (table != nullptr) {
    return InputError("a table in memory cannot be combined with another source", table->name(),
                      "combine the tables into one, or write them to files");
  }
  if (address != paths.end()) {
    return InputError("a table of a database cannot be combined with another source", "",
                      "combine them in its query, with UNION ALL, or export them to files");
  }
  GAUZE_ASSIGN(const auto files, ExpandPaths(database, paths, dialect.encoding));
  return OpenFiles(database, files, dialect, view, listed);
}

}  // namespace gauze
