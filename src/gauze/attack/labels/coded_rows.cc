#include "gauze/attack/labels/coded_rows.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace gauze::labels {
namespace {

// Rows that are fetched as texts at a time.
constexpr std::uint64_t kPage = 1U << 16U;

std::vector<std::string> NamesFrom(const char* form, std::size_t count) {
  std::vector<std::string> made;
  for (std::size_t i = 0; i < count; ++i) made.push_back(fmt::format(fmt::runtime(form), i));
  return made;
}

Status GroupRows(Database& database, const std::string& view,
                 const std::vector<std::string>& expressions, const std::string& count,
                 std::uint64_t most) {
  std::string cells;
  for (std::size_t i = 0; i < expressions.size(); ++i) {
    cells += fmt::format("CAST({} AS VARCHAR) AS c{}, ", expressions[i], i);
  }
  const std::string names =
      fmt::format("{}", fmt::join(NamesFrom("c{}", expressions.size()), ", "));
  const std::string sample =
      most == 0 ? "" : fmt::format(" ORDER BY hash({}), {} LIMIT {}", names, names, most);
  return database.Run(
      fmt::format("CREATE OR REPLACE TEMP TABLE grouped AS SELECT * FROM (SELECT {}sum({}) AS n "
                  "FROM {} GROUP BY ALL){}",
                  cells, count, view, sample));
}

Result<CodedRows::Column> NumberTexts(Database& database, std::size_t column) {
  GAUZE_TRY(database.Run(fmt::format(
      "CREATE OR REPLACE TEMP TABLE texts{0} AS SELECT c{0} AS text, sum(n) AS n, row_number() "
      "OVER (ORDER BY c{0} NULLS FIRST) - 1 AS id FROM grouped GROUP BY c{0}",
      column)));
  GAUZE_ASSIGN(auto rows, database.Rows(fmt::format(
                              "SELECT text, CAST(n AS UBIGINT) FROM texts{} ORDER BY id", column)));
  CodedRows::Column made;
  for (auto& row : rows) {
    made.texts.push_back(std::move(row[0]));
    made.rows.push_back(NumberIn(row[1]));
  }
  return made;
}

Status CodeRows(Database& database, std::size_t columns) {
  std::string joins;
  for (std::size_t i = 0; i < columns; ++i) {
    joins += fmt::format(" JOIN texts{0} ON grouped.c{0} IS NOT DISTINCT FROM texts{0}.text", i);
  }
  const std::string ids = fmt::format("{}", fmt::join(NamesFrom("texts{}.id", columns), ", "));
  return database.Run(
      fmt::format("CREATE OR REPLACE TEMP TABLE coded AS SELECT {0}, CAST(grouped.n AS UBIGINT) "
                  "FROM grouped{1} ORDER BY {0}",
                  ids, joins));
}

}  // namespace

Result<CodedRows> ReadCodedRows(Database& database, const std::string& view,
                                const std::vector<std::string>& expressions,
                                const std::string& count, std::uint64_t most) {
  const std::size_t width = expressions.size();
  GAUZE_TRY(GroupRows(database, view, expressions, count, most));
  CodedRows made;
  for (std::size_t i = 0; i < width; ++i) {
    GAUZE_ASSIGN(made.columns.emplace_back(), NumberTexts(database, i));
  }
  GAUZE_TRY(CodeRows(database, width));
  GAUZE_ASSIGN(const std::uint64_t rows, database.Count("SELECT count(*) FROM coded"));
  made.cells.reserve(rows * width);
  made.rows.reserve(rows);
  for (std::uint64_t from = 0; from < rows; from += kPage) {
    GAUZE_ASSIGN(const auto page,
                 database.Rows(fmt::format(
                     "SELECT * FROM coded WHERE rowid >= {} AND rowid < {} ORDER BY rowid", from,
                     from + kPage)));
    for (const Database::Row& row : page) {
      for (std::size_t i = 0; i < width; ++i) {
        made.cells.push_back(static_cast<std::uint32_t>(NumberIn(row[i])));
      }
      made.rows.push_back(NumberIn(row.back()));
    }
  }
  return made;
}

}  // namespace gauze::labels
