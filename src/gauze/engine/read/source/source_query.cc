#include "gauze/engine/read/source/source_query.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "gauze/engine/csv/gzip.h"
#include "gauze/engine/read/source/source_files.h"

namespace gauze {
namespace {

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
Status CheckFlat(const DescribedColumns& columns, const std::string& file) {
  for (std::size_t i = 0; i < columns.types.size(); ++i) {
    const std::string& type = columns.types[i];
    const char* const kind = type.ends_with("]")          ? "lists"
                             : type.starts_with("STRUCT") ? "structs"
                             : type.starts_with("MAP")    ? "maps"
                             : type.starts_with("UNION")  ? "values of several types"
                                                          : nullptr;
    if (kind == nullptr) continue;
    return InputError(
        fmt::format("column {} has {}, but every cell must be one value", columns.names[i], kind),
        file,
        "leave it out of the file, give its parts columns of their own, or write a list as one "
        "text (\"a;b\") with type: set");
  }
  return {};
}

}  // namespace

Result<DescribedColumns> DescribeColumns(Database& database, const std::string& from,
                                         const std::string& file) {
  const auto rows =
      database.Rows("SELECT column_name, column_type FROM (DESCRIBE FROM " + from + ")");
  if (!rows) return InFile(rows.error(), file);
  DescribedColumns columns;
  for (const auto& row : *rows) {
    columns.names.push_back(*row[0]);
    columns.types.push_back(*row[1]);
  }
  return columns;
}

Result<std::string> ParquetSource(Database& database, const std::vector<std::string>& files) {
  std::vector<std::string> first;
  for (const std::string& file : files) {
    GAUZE_ASSIGN(const auto names, ParquetNames(database, file));
    GAUZE_TRY(CheckNames(names, file));
    GAUZE_ASSIGN(const auto columns,
                 DescribeColumns(database, "read_parquet(" + QuoteText(file) + ")", file));
    GAUZE_TRY(CheckFlat(columns, file));
    if (first.empty()) first = columns.names;
    GAUZE_TRY(CheckSameColumns(first, columns.names, file, [](const auto&) { return true; }));
  }
  return fmt::format("read_parquet({}, union_by_name = true)", FileList(files));
}

Result<CsvGroups> GroupByHeader(Database& database, const std::vector<std::string>& files,
                                const CsvDialect& dialect, const MayShow& may_show) {
  CsvGroups groups;
  for (const std::string& file : files) {
    if (file.ends_with(".gz")) GAUZE_TRY(CheckGzip(file));
    const auto header = ReadCsvHeader(database, file, dialect);
    if (!header) return InFile(header.error(), file);
    GAUZE_TRY(CheckNames(header->names, file));
    if (!groups.empty())
      GAUZE_TRY(CheckSameColumns(groups.front().first.names, header->names, file, may_show));
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

}  // namespace gauze
