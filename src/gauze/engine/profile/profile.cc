#include "gauze/engine/profile/profile.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace gauze {
namespace {

// Tried in this order; the first that every cell fits is proposed.
struct TypeTest {
  ValueType type;
  std::string pattern;  // a cell must look like this: casts alone round, cut off and drop zeros
  std::string sql_type;
};
const std::vector<TypeTest> kTypes = {
    {ValueType::kInteger, R"(\s*[-+]?(0|[1-9][0-9]*)\s*)", "BIGINT"},
    {ValueType::kDecimal, R"(\s*[-+]?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?\s*)", "DOUBLE"},
    {ValueType::kDate, R"(\d{4}-\d{2}-\d{2})", "DATE"},
    {ValueType::kTimestamp, R"(\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}.*)", "TIMESTAMP"},
    {ValueType::kBoolean, "(?i)(true|false)", "BOOLEAN"},
};

}  // namespace

Result<Profile> ProfileColumns(Database& database, const SourceColumns& columns,
                               const std::vector<std::string>& markers, Progress& progress) {
  progress.Stage("reading", 100);
  std::vector<std::string> missing = {"''"};
  for (const std::string& marker : markers) missing.push_back(QuoteText(marker));
  std::vector<std::string> cells;
  std::vector<std::string> figures = {"count(*)"};
  for (std::size_t i = 0; i < columns.names.size(); ++i) {
    const std::string text = QuoteName(columns.names[i]) + "::VARCHAR";
    cells.push_back(fmt::format("CASE WHEN {0} IN ({1}) THEN NULL ELSE {0} END AS c{2}", text,
                                fmt::join(missing, ", "), i));
    figures.push_back(fmt::format("count(c{}) AS n{}", i, i));
    figures.push_back(fmt::format("approx_count_distinct(c{}) AS d{}", i, i));
    for (const TypeTest& test : kTypes) {
      figures.push_back(fmt::format(
          "count(CASE WHEN regexp_full_match(c{0}, {1}) THEN TRY_CAST(c{0} AS {2}) END) "
          "AS t{0}_{2}",
          i, QuoteText(test.pattern), test.sql_type));
    }
  }
  GAUZE_ASSIGN(const auto rows,
               database.Rows(fmt::format("SELECT {} FROM (SELECT {} FROM source)",
                                         fmt::join(figures, ", "), fmt::join(cells, ", "))));
  Profile profile;
  std::size_t next = 0;
  profile.rows = NumberIn(rows[0][next++]);
  for (const std::string& name : columns.names) {
    ColumnProfile column{.name = name};
    const std::uint64_t present = NumberIn(rows[0][next++]);
    column.distinct = NumberIn(rows[0][next++]);
    column.missing = profile.rows - present;
    for (const TypeTest& test : kTypes) {
      const std::uint64_t fits = NumberIn(rows[0][next++]);
      if (column.type == ValueType::kText && present > 0 && fits == present)
        column.type = test.type;
    }
    profile.columns.push_back(std::move(column));
  }
  return profile;
}

Result<bool> FirstLineIsRow(Database& database, const Profile& profile) {
  std::uint64_t typed = 0;
  std::vector<std::string> fit;    // SQL: is the name of the type of its column?
  std::vector<std::string> again;  // SQL: does it occur in its column?
  for (const ColumnProfile& column : profile.columns) {
    const std::string name = QuoteText(column.name);
    again.push_back(fmt::format("(count(*) FILTER ({}::VARCHAR = {}) > 0)::INTEGER",
                                QuoteName(column.name), name));
    if (column.type == ValueType::kText) continue;
    ++typed;
    const bool number = column.type == ValueType::kInteger;
    const auto test =
        std::ranges::find(kTypes, number ? ValueType::kDecimal : column.type, &TypeTest::type);
    fit.push_back(
        fmt::format("regexp_full_match({}, {})::INTEGER", name, QuoteText(test->pattern)));
  }
  if (typed > 0) {
    GAUZE_ASSIGN(const std::uint64_t fits,
                 database.Count(fmt::format("SELECT {}", fmt::join(fit, " + "))));
    return fits == typed;
  }
  GAUZE_ASSIGN(const std::uint64_t found,
               database.Count(fmt::format("SELECT {} FROM source", fmt::join(again, " + "))));
  return found > 0 && found * 2 >= profile.columns.size();
}

Result<RawTable> CountColumn(Database& database, const std::string& view,
                             const std::string& column) {
  GAUZE_ASSIGN(const auto rows,
               database.Rows(fmt::format("SELECT {}::VARCHAR AS cell, count(*) FROM {} GROUP BY "
                                         "cell",
                                         QuoteName(column), QuoteName(view))));
  RawTable table;
  table.columns.push_back({.name = column});
  RawColumn& raw = table.columns.front();
  for (const auto& row : rows) {
    raw.codes.push_back(row[0] ? static_cast<std::uint32_t>(raw.values.size()) : RawColumn::kNull);
    if (row[0]) raw.values.push_back(*row[0]);
    table.counts.push_back(NumberIn(row[1]));
  }
  return table;
}

}  // namespace gauze
