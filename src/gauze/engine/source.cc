#include "gauze/engine/source.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>

#include "gauze/base/read_number.h"
#include "gauze/engine/arrow_view.h"
#include "gauze/engine/csv_header.h"
#include "gauze/engine/gzip.h"
#include "gauze/engine/plain_csv.h"

namespace gauze {
namespace {

// As DuckDB compares names.
std::string Lower(std::string name) {
  std::ranges::transform(name, name.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return name;
}

bool IsParquet(const std::string& path) {
  return path.ends_with(".parquet") || path.ends_with(".pq");
}

tl::unexpected<Error> InFile(Error error, const std::string& file) {
  error.where = file + (error.where.empty() ? "" : ", " + error.where);
  return tl::unexpected(std::move(error));
}

// Globs to file names, in order.
Result<std::vector<std::string>> Expand(Database& database, const std::vector<std::string>& paths) {
  std::vector<std::string> files;
  std::error_code error;
  for (const std::string& path : paths) {
    if (std::filesystem::is_directory(path, error)) {
      return InputError("this is a folder, not a file", path, "write folder/*.parquet or *.csv");
    }
    GAUZE_ASSIGN(const auto rows, database.Rows(fmt::format(
                                      "SELECT file FROM glob({}) ORDER BY file", QuoteText(path))));
    if (rows.empty()) {
      return InputError("there is no such file", path,
                        "check the path; in a policy it is relative to the policy file");
    }
    for (const auto& row : rows) files.push_back(*row[0]);
  }
  for (const std::string& file : files) {
    if (std::filesystem::file_size(file, error) == 0 && !error) {
      return InputError("the file is empty", file, "it needs a header line and rows");
    }
    if (IsParquet(file) != IsParquet(files.front())) {
      return InputError("CSV and Parquet files cannot be read as one table", file,
                        "convert one of them");
    }
  }
  return files;
}

std::string FileList(const std::vector<std::string>& files) {
  std::vector<std::string> quoted;
  for (const std::string& file : files) quoted.push_back(QuoteText(file));
  return fmt::format("[{}]", fmt::join(quoted, ", "));
}

// Nothing is left to guess, so that a broken line is reported as such and not as a strange dialect.
std::string CsvReader(const std::vector<std::string>& files, const CsvHeader& header,
                      const CsvDialect& dialect) {
  const std::string quote = QuoteText(dialect.quote.empty() ? "\"" : dialect.quote);
  std::vector<std::string> columns;
  for (const std::string& name : header.names) columns.push_back(QuoteText(name) + ": 'VARCHAR'");
  std::string encoding;
  if (!dialect.encoding.empty()) encoding = ", encoding = " + QuoteText(dialect.encoding);
  return fmt::format(
      "read_csv({}, auto_detect = false, columns = {{{}}}, header = {}, delim = {}, quote = {}, "
      "escape = {}{})",
      FileList(files), fmt::join(columns, ", "), dialect.header, QuoteText(header.delimiter), quote,
      quote, encoding);
}

Status CheckNames(const std::vector<std::string>& names, const std::string& file,
                  const std::string& place = " in the first line") {
  std::set<std::string> seen;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (names[i].empty()) {
      return InputError(fmt::format("column {} has no name", i + 1), file,
                        "give every column a name" + place);
    }
    if (!seen.insert(Lower(names[i])).second) {
      // Without a header these would be cells, so the name is not shown.
      return InputError(fmt::format("column {} has the name of an earlier one", i + 1), file,
                        "rename one of them" + place + "; upper and lower case are the same");
    }
  }
  return {};
}

Result<SourceColumns> Describe(Database& database, const std::string& from,
                               const std::string& file) {
  const auto rows =
      database.Rows("SELECT column_name, column_type FROM (DESCRIBE FROM " + from + ")");
  if (!rows) return InFile(rows.error(), file);
  SourceColumns columns;
  for (const auto& row : *rows) {
    columns.names.push_back(*row[0]);
    columns.types.push_back(*row[1]);
  }
  return columns;
}

// The files of one source have the same columns, in any order.
Status CheckSame(std::vector<std::string> first, std::vector<std::string> other,
                 const std::string& file) {
  std::ranges::sort(first);
  std::ranges::sort(other);
  if (first == other) return {};
  return InputError("the file does not have the same columns as the first one", file,
                    "files of one source need the same columns");
}

// Names of the top-level columns as they are written: DuckDB renames repeated ones silently.
Result<std::vector<std::string>> ParquetNames(Database& database, const std::string& file) {
  const auto rows = database.Rows(fmt::format(
      "SELECT name, coalesce(num_children, 0) FROM parquet_schema({})", QuoteText(file)));
  if (!rows) return InFile(rows.error(), file);
  std::vector<std::string> names;
  std::uint64_t below = 0;  // elements of the last column that are still to come
  for (std::size_t i = 1; i < rows->size(); ++i) {
    if (below > 0) {
      --below;
    } else {
      names.push_back(*(*rows)[i][0]);
    }
    below += std::stoull(*(*rows)[i][1]);
  }
  return names;
}

// Cells are compared, counted and generalised as single values: of a list or a struct written as
// text nothing of what is inside would be.
Status CheckFlat(const SourceColumns& columns, const std::string& file) {
  for (std::size_t i = 0; i < columns.types.size(); ++i) {
    const std::string& type = columns.types[i];
    const char* const kind = type.ends_with("]")          ? "lists"
                             : type.starts_with("STRUCT") ? "structs"
                             : type.starts_with("MAP")    ? "maps"
                             : type.starts_with("UNION")  ? "values of several types"
                                                          : nullptr;
    if (kind == nullptr) continue;
    return InputError(
        fmt::format("column {} has {}, and every cell must be one value", columns.names[i], kind),
        file,
        "leave it out of the file, give its parts columns of their own, or write a list as one "
        "text (\"a;b\") with type: set");
  }
  return {};
}

Result<std::string> ParquetSource(Database& database, const std::vector<std::string>& files) {
  std::vector<std::string> first;
  for (const std::string& file : files) {
    GAUZE_ASSIGN(const auto names, ParquetNames(database, file));
    GAUZE_TRY(CheckNames(names, file));
    GAUZE_ASSIGN(const auto columns,
                 Describe(database, "read_parquet(" + QuoteText(file) + ")", file));
    GAUZE_TRY(CheckFlat(columns, file));
    if (first.empty()) first = columns.names;
    GAUZE_TRY(CheckSame(first, columns.names, file));
  }
  return fmt::format("read_parquet({}, union_by_name = true)", FileList(files));
}

using CsvGroups = std::vector<std::pair<CsvHeader, std::vector<std::string>>>;

// Files with the same header are read together.
Result<CsvGroups> GroupByHeader(Database& database, const std::vector<std::string>& files,
                                const CsvDialect& dialect) {
  CsvGroups groups;
  for (const std::string& file : files) {
    if (file.ends_with(".gz")) GAUZE_TRY(CheckGzip(file));
    const auto header = ReadCsvHeader(database, file, dialect);
    if (!header) return InFile(header.error(), file);
    GAUZE_TRY(CheckNames(header->names, file));
    if (!groups.empty()) GAUZE_TRY(CheckSame(groups.front().first.names, header->names, file));
    auto group = std::ranges::find(groups, *header, [](const auto& pair) { return pair.first; });
    if (group == groups.end()) group = groups.insert(group, {*header, {}});
    group->second.push_back(file);
  }
  return groups;
}

std::string CsvSource(const CsvGroups& groups, const CsvDialect& dialect) {
  std::vector<std::string> readers;
  for (const auto& [header, members] : groups) {
    readers.push_back("FROM " + CsvReader(members, header, dialect));
  }
  return fmt::format("({})", fmt::join(readers, " UNION ALL BY NAME "));
}

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
    return InputError(fmt::format("{} rows do not say how often they occur", *wrong[0][0]),
                      fmt::format("column {}", kCountColumn), "it needs whole numbers from 1 on");
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
  GAUZE_ASSIGN(SourceColumns columns, Describe(database, QuoteName(view), table->name()));
  columns.plain = std::move(opened->quick);
  columns.query = std::move(opened->query);
  columns.approximate_rows = static_cast<double>(table->rows());
  if (const Status counted = OpenCounted(database, view, columns); !counted) {
    return InFile(counted.error(), table->name());
  }
  return columns;
}

}  // namespace

std::string CountedView(const std::string& view) { return "counted_" + view; }

std::string PlainView(const std::string& view) { return "plain_" + view; }

NumberedRows NumberRows(const SourceColumns& columns, const std::string& view) {
  // DuckDB's.
  constexpr const char* kFile = "file_index";
  constexpr const char* kInFile = "file_row_number";
  const auto is_taken = [&](const std::string& name) {
    return std::ranges::count(columns.names, name, Lower) > 0;
  };
  const auto new_name = [&](std::string name) {
    while (is_taken(name)) name += '_';
    return QuoteName(name);
  };
  NumberedRows rows{.from = "", .file = new_name("gauze file"), .row = new_name("gauze row")};
  const bool parquet = !columns.files.empty() && IsParquet(columns.files.front());
  if (!parquet || columns.counted || is_taken(kFile) || is_taken(kInFile)) {
    rows.from = fmt::format("(SELECT 0 AS {}, row_number() OVER () - 1 AS {}, * FROM {})",
                            rows.file, rows.row, QuoteName(view));
    return rows;
  }
  rows.from = fmt::format(
      "(SELECT {0} AS {1}, {2} AS {3}, * EXCLUDE ({2}) FROM read_parquet({4}, union_by_name = "
      "true, {2} = true))",
      kFile, rows.file, kInFile, rows.row, FileList(columns.files));
  return rows;
}

Result<SourceColumns> OpenSource(Database& database, const std::vector<std::string>& paths,
                                 const CsvDialect& dialect, const std::string& view) {
  if (paths.empty()) {
    return InputError("no source is given", "", "name a file, or hand over a table");
  }
  if (auto table = FindArrowTable(paths.front())) {
    if (paths.size() == 1) return OpenTable(database, table, view);
    return InputError("a table in memory is a source of its own", table->name(),
                      "put the tables into one, or write them to files");
  }
  GAUZE_ASSIGN(const auto files, Expand(database, paths));
  const std::string& first = files.front();
  std::string from;
  std::shared_ptr<PlainCsv> plain;
  if (IsParquet(first)) {
    GAUZE_ASSIGN(from, ParquetSource(database, files));
  } else {
    GAUZE_ASSIGN(const CsvGroups groups, GroupByHeader(database, files, dialect));
    from = CsvSource(groups, dialect);
    if (groups.size() == 1) {
      plain = PlainCsv::Open(database, files, groups.front().first, dialect, PlainView(view));
    }
  }
  const Status created =
      database.Run(fmt::format("CREATE OR REPLACE TEMP VIEW {} AS FROM {}", QuoteName(view), from));
  if (!created) return InFile(created.error(), first);
  GAUZE_ASSIGN(SourceColumns columns, Describe(database, QuoteName(view), first));
  columns.files = files;
  columns.named_by_line = !IsParquet(first) && dialect.header;
  columns.plain = std::move(plain);
  columns.query = "FROM " + from;
  GAUZE_ASSIGN(columns.approximate_rows, ApproximateRows(database, files, view));
  if (const Status opened = OpenCounted(database, view, columns); !opened) {
    return InFile(opened.error(), first);
  }
  return columns;
}

}  // namespace gauze
