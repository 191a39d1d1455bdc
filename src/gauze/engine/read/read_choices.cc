#include "gauze/engine/read/read_choices.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "gauze/engine/duckdb/cell_or_null.h"

namespace gauze {
namespace {

std::string AttributeList(const ChoiceJoin& join) {
  std::vector<std::string> names;
  for (const auto& [attribute, column] : join.columns) names.push_back(QuoteText(attribute));
  return fmt::format("{}", fmt::join(names, ", "));
}

// Numbered rows of both tables, with missing cells as NULL.
Status MakeViews(Database& database, const ChoiceJoin& join) {
  GAUZE_TRY(database.Run(fmt::format(
      "CREATE OR REPLACE TEMP VIEW stated AS SELECT row_number() OVER () AS row, {} AS entity, {} "
      "AS attribute, {} AS choice FROM choices",
      CellOrNull("entity", join.missing_markers), CellOrNull("attribute", {}),
      CellOrNull("choice", join.missing_markers))));
  return database.Run(
      fmt::format("CREATE OR REPLACE TEMP VIEW persons AS SELECT DISTINCT {} AS entity FROM source",
                  CellOrNull(join.entity, join.missing_markers)));
}

}  // namespace

Status CheckChoices(Database& database, const ChoiceJoin& join) {
  GAUZE_TRY(MakeViews(database, join));
  struct Rule {
    std::string wrong;  // SQL over `stated`
    std::string what;
    std::string hint;
  };
  const std::vector<Rule> rules = {
      {"entity IS NULL", "has no entity", "the column entity says whose choice it is"},
      {fmt::format("attribute IS NULL OR attribute NOT IN ({})", AttributeList(join)),
       "names an attribute without aliases",
       "choices are for the attributes with aliases under `personal:`"},
      {"choice IS NULL OR choice NOT IN ('1', '2', '3')", "has a choice other than 1, 2 or 3",
       "leave out the rows of people who made no choice: the policy's missing_choice applies to "
       "them"},
      {"choice <> first_value(choice) OVER (PARTITION BY entity, attribute ORDER BY row)",
       "contradicts an earlier row of the same person",
       "one choice per person and attribute: keep the valid one"},
  };
  for (const Rule& rule : rules) {
    GAUZE_ASSIGN(const std::uint64_t row,
                 database.Count(fmt::format("SELECT min(row) FROM (SELECT row, {} AS wrong FROM "
                                            "stated) WHERE wrong",
                                            rule.wrong)));
    if (row == 0) continue;
    return InputError(fmt::format("row {} {}", row, rule.what), join.file, rule.hint);
  }
  return {};
}

Result<ChoiceCounts> WriteWithChoices(Database& database, const ChoiceJoin& join,
                                      const std::string& path, bool parquet) {
  ChoiceCounts counts;
  GAUZE_ASSIGN(counts.rows, database.Count("SELECT count(*) FROM source"));
  GAUZE_ASSIGN(counts.persons, database.Count("SELECT count(*) FROM persons"));
  GAUZE_ASSIGN(counts.chosen,
               database.Count("SELECT count(*) FROM (SELECT DISTINCT entity, attribute FROM stated "
                              "SEMI JOIN persons USING (entity))"));
  GAUZE_ASSIGN(counts.strangers,
               database.Count("SELECT count(DISTINCT entity) FROM stated ANTI JOIN persons USING "
                              "(entity)"));
  std::vector<std::string> cells;
  for (const auto& [attribute, column] : join.columns) {
    cells.push_back(fmt::format("coalesce(max(choice) FILTER (attribute = {}), '{}') AS {}",
                                QuoteText(attribute), join.missing, QuoteName(column)));
  }
  std::vector<std::string> names;
  for (const auto& [attribute, column] : join.columns) names.push_back(QuoteName(column));
  // Everybody of the data once, with a cell for each column.
  GAUZE_TRY(database.Run(
      fmt::format("CREATE OR REPLACE TEMP TABLE chosen AS SELECT persons.entity AS \"gauze "
                  "entity\", {} FROM persons LEFT JOIN stated USING (entity) GROUP BY "
                  "persons.entity",
                  fmt::join(cells, ", "))));
  GAUZE_TRY(database.Run(fmt::format(
      "COPY (SELECT numbered.* EXCLUDE (\"gauze row\", \"gauze key\"), {} FROM (SELECT *, "
      "row_number() OVER () AS \"gauze row\", {} AS \"gauze key\" FROM source) AS numbered LEFT "
      "JOIN chosen ON \"gauze key\" IS NOT DISTINCT FROM \"gauze entity\" ORDER BY \"gauze row\") "
      "TO {} ({})",
      fmt::join(names, ", "), CellOrNull(join.entity, join.missing_markers), QuoteText(path),
      parquet ? "FORMAT parquet" : "FORMAT csv, HEADER, DELIMITER ','")));
  return counts;
}

}  // namespace gauze
