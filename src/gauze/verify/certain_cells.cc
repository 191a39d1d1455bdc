#include "gauze/verify/certain_cells.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string_view>

#include "gauze/engine/duckdb/cell_or_null.h"
#include "gauze/verify/check_sums.h"

namespace gauze {
namespace {

constexpr std::size_t kReasonsAtOnce = 500;

bool IsWholeNumber(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

// An end of a range as a value that SQL can compute with, from text.
std::string EndSql(ValueType type, const std::string& text) {
  switch (type) {
    case ValueType::kInteger:
      return fmt::format("try_cast({} AS HUGEINT)", text);
    case ValueType::kDate:
      return fmt::format("try_cast({} AS DATE)", text);
    case ValueType::kTimestamp:
      return fmt::format("try_cast({} AS TIMESTAMP)", text);
    default:
      return fmt::format("try_cast({} AS DOUBLE)", text);
  }
}

// Whether `low` and `high` are where ranges of the grid begin and end.
std::string OnGridSql(const LabelRule& rule) {
  const bool whole = IsWholeNumber(rule.step);
  switch (rule.type) {
    case ValueType::kInteger:
      return fmt::format("low % {0} = 0 AND (high + 1) % {0} = 0", rule.step);
    case ValueType::kDate:
      if (whole) {
        return fmt::format(
            "(low - DATE '1970-01-01') % {0} = 0 AND (high + 1 - DATE '1970-01-01') % {0} = 0",
            rule.step);
      }
      return fmt::format("date_trunc('{0}', low) = low AND date_trunc('{0}', high + 1) = high + 1",
                         rule.step);
    case ValueType::kTimestamp:
      return fmt::format("date_trunc('{0}', low) = low AND date_trunc('{0}', high) = high",
                         rule.step);
    default:
      // Lines have been rounded to the nearest number.
      return fmt::format(
          "abs(low / {0} - round(low / {0})) < 1e-6 AND abs(high / {0} - round(high / {0})) < 1e-6",
          rule.step);
  }
}

// How many values are certain, of a range that is on its grid.
std::string CertainInRangeSql(const LabelRule& rule) {
  if (rule.cells) return "0";
  if (rule.step.empty()) return "2";  // both ends
  const bool counted = rule.type == ValueType::kInteger || rule.type == ValueType::kDate;
  if (!counted || !IsWholeNumber(rule.step)) return "0";
  // One step shows that two of its values occur, several that one of the first and one of the last
  // does.
  return fmt::format(
      "CASE WHEN high - low + 1 = {0} THEN CASE WHEN {0} = 2 THEN 2 ELSE 0 END WHEN {0} = 1 THEN 2 "
      "ELSE 0 END",
      rule.step);
}

// The tables of one search, all of them temporary:
//   shown(c0, c1 …, n)                          classes, with their rows
//   told<j>(label, hides, certain, off_grid)    what each label of a column tells
class CertainSearch {
 public:
  CertainSearch(Database& database, const FileUnderTest& file, const std::vector<LabelRule>& rules)
      : database_(database), file_(file), rules_(rules) {}

  Result<CertainFindings> Run() {
    GAUZE_TRY(ReadClasses());
    for (std::size_t j = 0; j < rules_.size(); ++j) {
      GAUZE_TRY(rules_[j].ranges ? ReadRanges(j) : ReadNodes(j));
    }
    return Count();
  }

 private:
  // The cell of a column as it is written; two columns as the range that they are.
  Result<std::string> CellSql(const std::string& column, const SourceColumns& columns) const {
    const auto cell = [&](const std::string& name) {
      return CellOrNull(name, file_.missing_markers);
    };
    if (std::ranges::find(columns.names, column) != columns.names.end()) return cell(column);
    const std::string from = column + "_from";
    const std::string to = column + "_to";
    GAUZE_TRY(CheckNamed({from, to}, columns, file_.paths.front()));
    return fmt::format(
        "CASE WHEN {0} IS NULL AND {1} IS NULL THEN NULL WHEN {0} = {1} THEN {0} ELSE '[' || {0} "
        "|| ', ' || {1} || ']' END",
        cell(from), cell(to));
  }

  Status ReadClasses() {
    GAUZE_ASSIGN(const SourceColumns columns, OpenFile(database_, file_, "labelled_file"));
    std::vector<std::string> cells;
    for (std::size_t j = 0; j < rules_.size(); ++j) {
      GAUZE_ASSIGN(const std::string cell, CellSql(rules_[j].column, columns));
      cells.push_back(fmt::format("{} AS c{}", cell, j));
    }
    GAUZE_TRY(database_.Run(fmt::format(
        "CREATE OR REPLACE TEMP TABLE shown AS SELECT {}, count(*) AS n FROM labelled_file GROUP "
        "BY ALL",
        fmt::join(cells, ", "))));
    return CheckOneNumber(database_, {"SELECT count(*) FROM labelled_file",
                                      "SELECT coalesce(sum(n), 0)::BIGINT FROM shown"});
  }

  Status ReadRanges(std::size_t j) {
    const LabelRule& rule = rules_[j];
    const auto end = [&](int group) {
      return EndSql(rule.type,
                    fmt::format("regexp_extract(label, '^\\[(.*), (.*)[\\])]$', {})", group));
    };
    const bool on_lines = !rule.cells && !rule.step.empty();
    return database_.Run(fmt::format(
        "CREATE OR REPLACE TEMP TABLE told{0} AS WITH ends AS (SELECT label, {1} AS low, {2} AS "
        "high FROM (SELECT DISTINCT c{0} AS label FROM shown)) SELECT label, label = '*' OR low IS "
        "NOT NULL AS hides, CASE WHEN low IS NULL THEN 0 ELSE {3} END AS certain, CASE WHEN low IS "
        "NULL THEN false ELSE NOT coalesce({4}, false) END AS off_grid FROM ends",
        j, end(1), end(2), CertainInRangeSql(rule), on_lines ? OnGridSql(rule) : "true"));
  }

  Status ReadNodes(std::size_t j) {
    GAUZE_TRY(database_.Run(
        fmt::format("CREATE OR REPLACE TEMP TABLE reason{} (label VARCHAR, reason INTEGER, "
                    "children INTEGER, leaf BIGINT)",
                    j)));
    GAUZE_TRY(InsertReasons(j));
    // A list has what occurs; a bar that belongs to a value has a backslash before it.
    const std::string listed =
        rules_[j].cells ? "0" : "len(string_split(regexp_replace(label, '\\\\.', '', 'g'), '|'))";
    const std::string at_nodes = rules_[j].cells ? "0" : "coalesce(certain, 0)";
    return database_.Run(fmt::format(
        "CREATE OR REPLACE TEMP TABLE told{0} AS WITH reasons AS (SELECT label, count(DISTINCT "
        "reason) AS reasons FROM reason{0} GROUP BY label), common AS (SELECT label, leaf FROM "
        "reason{0} WHERE children = 2 AND leaf IS NOT NULL GROUP BY label, leaf HAVING "
        "count(DISTINCT reason) = (SELECT reasons FROM reasons WHERE reasons.label = "
        "reason{0}.label)), counted AS (SELECT label, count(*) AS certain FROM common GROUP BY "
        "label) SELECT label, label = '*' OR starts_with(label, '{{') OR reasons IS NOT NULL AS "
        "hides, CASE WHEN starts_with(label, '{{') THEN {1} ELSE {2} END AS certain, false AS "
        "off_grid FROM (SELECT DISTINCT c{0} AS label FROM shown) LEFT JOIN reasons USING (label) "
        "LEFT JOIN counted USING (label)",
        j, listed, at_nodes));
  }

  Status InsertReasons(std::size_t j) {
    std::vector<std::string> rows;
    const auto flush = [&]() -> Status {
      if (rows.empty()) return {};
      GAUZE_TRY(
          database_.Run(fmt::format("INSERT INTO reason{} VALUES {}", j, fmt::join(rows, ", "))));
      rows.clear();
      return {};
    };
    for (const LabelRule::Node& node : rules_[j].nodes) {
      int number = 0;
      for (const LabelRule::Reason& reason : node.reasons) {
        const std::string begin =
            fmt::format("({}, {}, {}", QuoteText(node.label), number++, reason.children);
        if (reason.leaves.empty()) rows.push_back(begin + ", NULL)");
        for (const std::int64_t leaf : reason.leaves) {
          rows.push_back(fmt::format("{}, {})", begin, leaf));
        }
        if (rows.size() >= kReasonsAtOnce) GAUZE_TRY(flush());
      }
    }
    return flush();
  }

  Result<CertainFindings> Count() {
    std::vector<std::string> hides;
    std::vector<std::string> certain;
    std::vector<std::string> off_grid;
    std::string joins;
    for (std::size_t j = 0; j < rules_.size(); ++j) {
      hides.push_back(fmt::format("coalesce(t{}.hides, false)::INTEGER", j));
      certain.push_back(
          fmt::format("CASE WHEN coalesce(t{0}.hides, false) THEN t{0}.certain ELSE 0 END", j));
      off_grid.push_back(fmt::format("coalesce(t{}.off_grid, false)", j));
      joins += fmt::format(" JOIN told{0} t{0} ON t{0}.label IS NOT DISTINCT FROM c{0}", j);
    }
    GAUZE_TRY(database_.Run(fmt::format(
        "CREATE OR REPLACE TEMP TABLE judged AS SELECT n, {} AS hidden, {} AS certain, {} AS "
        "off_grid FROM shown{}",
        fmt::join(hides, " + "), fmt::join(certain, " + "), fmt::join(off_grid, " OR "), joins)));
    GAUZE_TRY(CheckOneNumber(database_, {"SELECT coalesce(sum(n), 0)::BIGINT FROM shown",
                                         "SELECT coalesce(sum(n), 0)::BIGINT FROM judged"}));
    GAUZE_ASSIGN(
        const auto rows,
        database_.Rows("SELECT coalesce(sum(n * hidden), 0)::BIGINT, coalesce(sum(certain), "
                       "0)::BIGINT, count(*) FILTER (hidden > 0), count(*) FILTER (hidden = 1 AND "
                       "certain > 0), coalesce(sum(n) FILTER (off_grid), 0)::BIGINT FROM judged"));
    const auto number = [&](std::size_t at) -> std::uint64_t {
      return std::stoull(rows.front()[at].value_or("0"));
    };
    return CertainFindings{.hidden = number(0),
                           .certain = number(1),
                           .hidden_classes = number(2),
                           .classes_with_whole = number(3),
                           .off_grid = number(4)};
  }

  Database& database_;
  const FileUnderTest& file_;
  const std::vector<LabelRule>& rules_;
};

}  // namespace

Result<CertainFindings> FindCertainCells(Database& database, const FileUnderTest& file,
                                         const std::vector<LabelRule>& rules) {
  return CertainSearch(database, file, rules).Run();
}

}  // namespace gauze
