#include "gauze/engine/verify_cells.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "gauze/base/suggest.h"
#include "gauze/engine/duckdb_handles.h"
#include "gauze/table/value.h"

namespace gauze {
namespace {

// By the declared type; a release has ISO dates whatever format its source had.
std::optional<Value> Canonical(const Attribute& attribute, const std::string& spelling) {
  if (auto value = ParseValue(attribute, spelling)) return value;
  Attribute plain = attribute;
  plain.format.clear();
  return ParseValue(plain, spelling);
}

// Spellings that cannot be read stay as they are.
Status SpellCanonically(Database& database, const VerifiedColumn& column, const std::string& cell) {
  if (column.attribute.type == ValueType::kText) return {};
  GAUZE_ASSIGN(const auto rows, database.Rows(fmt::format(
                                    "SELECT DISTINCT {0} FROM cells WHERE {0} IS NOT NULL", cell)));
  GAUZE_TRY(
      database.Run("CREATE OR REPLACE TEMP TABLE spellings (spelling VARCHAR, canonical VARCHAR)"));
  duckdb_appender appender = nullptr;
  Check(duckdb_appender_create(database.handles().connection, nullptr, "spellings", &appender) ==
            DuckDBSuccess,
        "the table spellings exists");
  for (const auto& row : rows) {
    const auto value = Canonical(column.attribute, *row[0]);
    if (!value || value->text == *row[0]) continue;
    duckdb_append_varchar_length(appender, row[0]->data(), row[0]->size());
    duckdb_append_varchar_length(appender, value->text.data(), value->text.size());
    duckdb_appender_end_row(appender);
  }
  if (duckdb_appender_destroy(&appender) != DuckDBSuccess) {
    return ResourceError("there is not enough memory for the values of a column");
  }
  return database.Run(
      fmt::format("UPDATE cells SET {0} = canonical FROM spellings WHERE {0} = "
                  "spelling",
                  cell));
}

}  // namespace

Status CheckNamed(const std::vector<std::string>& wanted, const SourceColumns& columns,
                  const std::string& path) {
  const auto is_there = [&](const std::string& name) {
    return std::ranges::find(columns.names, name) != columns.names.end();
  };
  if (std::ranges::none_of(wanted, is_there)) {
    return InputError("the file has none of these columns", path,
                      "does its first line name the columns, and are they spelled the same?");
  }
  for (const std::string& name : wanted) {
    if (is_there(name)) continue;
    return InputError(fmt::format("the file has no column \"{}\"", name), path,
                      DidYouMean(name, columns.names));
  }
  return {};
}

std::string CellOrNull(const std::string& name, const std::vector<std::string>& markers) {
  std::vector<std::string> missing = {"''"};
  for (const std::string& marker : markers) missing.push_back(QuoteText(marker));
  const std::string text = QuoteName(name) + "::VARCHAR";
  return fmt::format("CASE WHEN {0} IN ({1}) THEN NULL ELSE {0} END", text,
                     fmt::join(missing, ", "));
}

Status MakeCells(Database& database, const FileUnderTest& file,
                 const std::vector<VerifiedColumn>& claimed) {
  GAUZE_ASSIGN(const auto columns, OpenSource(database, file.paths, file.dialect, "file"));
  std::vector<std::string> wanted = file.quasi_identifiers;
  for (const VerifiedColumn& column : claimed) wanted.push_back(column.name);
  GAUZE_TRY(CheckNamed(wanted, columns, file.paths.front()));
  std::vector<std::string> keys;
  std::vector<std::string> selected;
  for (std::size_t i = 0; i < file.quasi_identifiers.size(); ++i) {
    keys.push_back(fmt::format("q{}", i));
    selected.push_back(
        fmt::format("{} AS q{}", CellOrNull(file.quasi_identifiers[i], file.missing_markers), i));
  }
  std::vector<std::string> kept;
  for (std::size_t i = 0; i < claimed.size(); ++i) {
    kept.push_back(fmt::format("s{}", i));
    selected.push_back(
        fmt::format("{} AS s{}", CellOrNull(claimed[i].name, file.missing_markers), i));
  }
  if (!file.person_column.empty()) {
    kept.emplace_back("person");
    selected.push_back(fmt::format("{} AS person", QuoteName(file.person_column)));
  }
  std::vector<std::string> grouped = keys;
  grouped.insert(grouped.end(), kept.begin(), kept.end());
  kept.insert(kept.begin(), "");
  GAUZE_TRY(database.Run(
      fmt::format("CREATE OR REPLACE TEMP TABLE cells AS "
                  "SELECT min(first_row) OVER (PARTITION BY {}) AS class{}, n FROM ("
                  "  SELECT {}, count(*) AS n, min(row) AS first_row FROM ("
                  "    SELECT {}, row_number() OVER () AS row FROM file) GROUP BY ALL)",
                  fmt::join(keys, ", "), fmt::join(kept, ", "), fmt::join(grouped, ", "),
                  fmt::join(selected, ", "))));
  for (std::size_t i = 0; i < claimed.size(); ++i) {
    GAUZE_TRY(SpellCanonically(database, claimed[i], fmt::format("s{}", i)));
  }
  return {};
}

}  // namespace gauze
