#include "gauze/verify/verify.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>

#include "gauze/engine/duckdb/cell_or_null.h"
#include "gauze/engine/read/source/source.h"
#include "gauze/verify/both_readers.h"
#include "gauze/verify/class_tables.h"
#include "gauze/verify/knowledge_links.h"
#include "gauze/verify/views.h"

namespace gauze {
namespace {

template <typename T>
T Number(const std::optional<std::string>& text) {
  T number{};
  if (text) std::from_chars(text->data(), text->data() + text->size(), number);
  return number;
}

// Columns that claims are about, each once.
std::vector<VerifiedColumn> ClaimedColumns(const std::vector<Claim>& claims) {
  std::vector<VerifiedColumn> columns;
  for (const Claim& claim : claims) {
    if (claim.column &&
        std::ranges::find(columns, claim.column->name, &VerifiedColumn::name) == columns.end()) {
      columns.push_back(*claim.column);
    }
  }
  return columns;
}

Result<Verdict> Judge(Database& database, ClassTables& classes, const Claim& claim, bool locate) {
  // The last digits of a sum depend on the order of its terms, which is DuckDB's. Whether a promise
  // holds is the claim's own business; here is only what is shown.
  GAUZE_TRY(database.Run(fmt::format(
      "CREATE OR REPLACE TEMP TABLE verdicts AS SELECT class, round(verdict.value::DOUBLE, 9) AS "
      "value, coalesce(holds, false) AS holds, rows FROM ({}) AS verdict JOIN classes USING "
      "(class)",
      claim.sql)));
  const char* worst = claim.worst_is_largest ? "max" : "min";
  GAUZE_ASSIGN(const auto rows,
               database.Rows(fmt::format(
                   "SELECT bool_and(holds), count(*) FILTER (NOT holds), {0}(value), "
                   "(SELECT min(rows) FROM verdicts WHERE value = (SELECT {0}(value) FROM "
                   "verdicts)), count(*), (SELECT count(*) FROM classes) FROM verdicts",
                   worst)));
  Verdict verdict;
  verdict.claim = claim.text;
  // A query that says nothing of some class, or can't tell, proves nothing.
  verdict.holds = rows[0][0] == "true" && rows[0][4] == rows[0][5];
  verdict.failing_classes = Number<std::uint64_t>(rows[0][1]);
  verdict.worst_value = Number<double>(rows[0][2]);
  verdict.worst_rows = Number<std::uint64_t>(rows[0][3]);
  if (locate) {
    GAUZE_ASSIGN(verdict.worst_first_row,
                 classes.FirstRow(fmt::format("SELECT class FROM verdicts WHERE value = (SELECT "
                                              "{0}(value) FROM verdicts) AND rows = {1}",
                                              worst, verdict.worst_rows)));
  }
  return verdict;
}

Result<Verification> JudgeFile(Database& database, const FileUnderTest& file,
                               const std::vector<Claim>& claims, Progress& progress) {
  progress.Stage("reading back", 100);
  const auto claimed = ClaimedColumns(claims);
  GAUZE_ASSIGN(const auto classes, MakeClassTables(database, file, claimed, progress));
  progress.Stage("verifying", claims.size());

  Verification verification;
  GAUZE_ASSIGN(const auto sizes, database.Rows("SELECT rows, count(*) FROM classes GROUP BY rows"));
  for (const auto& row : sizes) {
    const auto rows = Number<std::uint64_t>(row[0]);
    const auto count = Number<std::uint64_t>(row[1]);
    verification.class_sizes[rows] = count;
    verification.rows += rows * count;
    verification.classes += count;
  }
  if (verification.rows == 0) {
    return InputError("the file has no rows", file.paths.front(), "is this the right file?");
  }
  for (const Claim& claim : claims) {
    if (claim.judge) {
      GAUZE_ASSIGN(auto verdict, claim.judge(database, file, progress));
      if (claim.in_words) verdict.in_words = claim.in_words(verdict, verification.classes);
      verification.verdicts.push_back(std::move(verdict));
      continue;
    }
    if (claim.column) {
      const auto index =
          std::ranges::find(claimed, claim.column->name, &VerifiedColumn::name) - claimed.begin();
      GAUZE_TRY(MakeViews(database, *claim.column, static_cast<std::size_t>(index),
                          !file.person_column.empty()));
      if (claim.knowledge) {
        GAUZE_TRY(MakeKnowledgeTables(database, *claim.knowledge, claim.column->attribute.separator,
                                      file.reader));
      }
    }
    GAUZE_ASSIGN(auto verdict, Judge(database, *classes, claim, file.locate));
    verdict.counts_rows = claim.counts_rows;
    if (claim.in_words) verdict.in_words = claim.in_words(verdict, verification.classes);
    verification.verdicts.push_back(std::move(verdict));
    progress.Advance(1);
  }
  return verification;
}

}  // namespace

Result<Verification> VerifyFile(Database& database, const FileUnderTest& file,
                                const std::vector<Claim>& claims, Progress& progress) {
  const auto judge = [&](const FileUnderTest& one) {
    return JudgeFile(database, one, claims, progress);
  };
  return NeedsBothReaders(database, file) ? JudgeByBoth(file, judge) : judge(file);
}

Result<ValueType> GuessColumnType(Database& database, const FileUnderTest& file,
                                  const std::string& column) {
  GAUZE_ASSIGN(const auto columns, OpenFile(database, file, "file"));
  std::vector<std::string> wanted = file.quasi_identifiers;
  wanted.push_back(column);
  GAUZE_TRY(CheckNamed(wanted, columns, file.paths.front()));
  GAUZE_ASSIGN(const auto rows,
               database.Rows(fmt::format("SELECT count(value) = count(TRY_CAST(value AS DOUBLE)), "
                                         "count(value) = count(TRY_CAST(value AS DATE)) "
                                         "FROM (SELECT {} AS value FROM file)",
                                         CellOrNull(column, file.missing_markers))));
  if (rows[0][0] == "true") return ValueType::kDecimal;
  if (rows[0][1] == "true") return ValueType::kDate;
  return ValueType::kText;
}

Result<bool> SameRows(Database& database, const FileUnderTest& released,
                      const FileUnderTest& with_persons) {
  GAUZE_ASSIGN(const auto columns, OpenFile(database, released, "released"));
  GAUZE_ASSIGN(const auto copy, OpenFile(database, with_persons, "copy"));
  std::vector<std::string> cells;
  for (const std::string& name : columns.names) {
    const auto same = std::ranges::find(copy.names, name) - copy.names.begin();
    const bool number = same < std::ssize(copy.names) && copy.types[same] == "DOUBLE";
    // The engine writes 1.0 where a release has 1.
    cells.push_back(number ? fmt::format("TRY_CAST({} AS DOUBLE)", CellOrNull(name, {}))
                           : CellOrNull(name, {}));
  }
  const std::string list = fmt::format("{}", fmt::join(cells, ", "));
  GAUZE_ASSIGN(const auto rows,
               database.Rows(fmt::format(
                   "SELECT (SELECT count(*) FROM (SELECT {0} FROM released EXCEPT ALL SELECT {0} "
                   "FROM copy)) + (SELECT count(*) FROM (SELECT {0} FROM copy EXCEPT ALL SELECT "
                   "{0} FROM released))",
                   list)));
  return rows[0][0] == "0";
}

}  // namespace gauze
