#include "gauze/engine/verify.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>

#include "gauze/engine/duckdb_handles.h"
#include "gauze/engine/source.h"
#include "gauze/engine/verify_cells.h"
#include "gauze/engine/verify_views.h"

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

Status MakeClasses(Database& database, const FileUnderTest& file) {
  return database.Run(
      fmt::format("CREATE OR REPLACE TEMP TABLE classes AS SELECT class, sum(n)::BIGINT AS rows, "
                  "{}::BIGINT AS persons FROM cells GROUP BY class",
                  file.person_column.empty() ? "sum(n)" : "count(DISTINCT person)"));
}

Result<Verdict> Judge(Database& database, const Claim& claim) {
  GAUZE_ASSIGN(
      const auto rows,
      database.Rows(fmt::format(
          "SELECT bool_and(holds), count(*) FILTER (NOT holds), "
          "arg_{0}(verdict.value, (verdict.value, {1}class)), "
          "arg_{0}(class, (verdict.value, {1}class)), arg_{0}(rows, (verdict.value, {1}class)), "
          "count(*) "
          "FROM ({2}) AS verdict JOIN classes USING (class)",
          claim.worst_is_largest ? "max" : "min", claim.worst_is_largest ? "-" : "", claim.sql)));
  GAUZE_ASSIGN(const auto classes, database.Rows("SELECT count(*) FROM classes"));
  Verdict verdict;
  verdict.claim = claim.text;
  // A query that says nothing of some class proves nothing.
  verdict.holds = rows[0][0] == "true" && rows[0][5] == classes[0][0];
  verdict.failing_classes = Number<std::uint64_t>(rows[0][1]);
  verdict.worst_value = Number<double>(rows[0][2]);
  verdict.worst_first_row = Number<std::uint64_t>(rows[0][3]);
  verdict.worst_rows = Number<std::uint64_t>(rows[0][4]);
  return verdict;
}

}  // namespace

bool Verification::holds() const { return std::ranges::all_of(verdicts, &Verdict::holds); }

Result<Verification> VerifyFile(Database& database, const FileUnderTest& file,
                                const std::vector<Claim>& claims, Progress& progress) {
  progress.Stage("verifying", claims.size() + 1);
  const auto claimed = ClaimedColumns(claims);
  GAUZE_TRY(MakeCells(database, file, claimed));
  GAUZE_TRY(MakeClasses(database, file));
  progress.Advance(1);

  Verification verification;
  GAUZE_ASSIGN(const auto totals, database.Rows("SELECT sum(rows), count(*) FROM classes"));
  verification.rows = Number<std::uint64_t>(totals[0][0]);
  verification.classes = Number<std::uint64_t>(totals[0][1]);
  if (verification.rows == 0) {
    return InputError("the file has no rows", file.paths.front(), "is this the right file?");
  }
  for (const Claim& claim : claims) {
    if (claim.column) {
      const auto index =
          std::ranges::find(claimed, claim.column->name, &VerifiedColumn::name) - claimed.begin();
      GAUZE_TRY(MakeViews(database, *claim.column, static_cast<std::size_t>(index)));
    }
    GAUZE_ASSIGN(auto verdict, Judge(database, claim));
    verification.verdicts.push_back(std::move(verdict));
    progress.Advance(1);
  }
  return verification;
}

Result<ValueType> GuessColumnType(Database& database, const FileUnderTest& file,
                                  const std::string& column) {
  GAUZE_ASSIGN(const auto columns, OpenSource(database, file.paths, file.dialect, "file"));
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

Result<std::vector<std::uint64_t>> ClassSizes(Database& database, const FileUnderTest& file) {
  GAUZE_TRY(MakeCells(database, file, {}));
  GAUZE_TRY(MakeClasses(database, file));
  std::vector<std::uint64_t> sizes;
  GAUZE_TRY(StreamChunks(database, "SELECT rows FROM classes ORDER BY class", nullptr,
                         [&](duckdb_data_chunk chunk) {
                           const auto* rows = static_cast<const std::int64_t*>(
                               duckdb_vector_get_data(duckdb_data_chunk_get_vector(chunk, 0)));
                           for (idx_t i = 0; i < duckdb_data_chunk_get_size(chunk); ++i) {
                             sizes.push_back(static_cast<std::uint64_t>(rows[i]));
                           }
                         }));
  if (sizes.empty()) {
    return InputError("the file has no rows", file.paths.front(), "is this the right file?");
  }
  return sizes;
}

Result<bool> SameRows(Database& database, const FileUnderTest& released,
                      const FileUnderTest& with_persons) {
  GAUZE_ASSIGN(const auto columns,
               OpenSource(database, released.paths, released.dialect, "released"));
  GAUZE_TRY(OpenSource(database, with_persons.paths, with_persons.dialect, "copy"));
  std::vector<std::string> cells;
  for (const std::string& name : columns.names) {
    cells.push_back(CellOrNull(name, {}));
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
