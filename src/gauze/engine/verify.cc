#include "gauze/engine/verify.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>

#include "gauze/base/suggest.h"
#include "gauze/engine/duckdb_handles.h"
#include "gauze/engine/source.h"

namespace gauze {
namespace {

template <typename T>
T Number(const std::optional<std::string>& text) {
  T number{};
  if (text) std::from_chars(text->data(), text->data() + text->size(), number);
  return number;
}

Status CheckNamed(const std::string& name, const SourceColumns& columns, const std::string& path) {
  if (std::ranges::find(columns.names, name) != columns.names.end()) return {};
  return InputError(fmt::format("the file has no column \"{}\"", name), path,
                    DidYouMean(name, columns.names));
}

std::vector<std::string> ClaimedColumns(const std::vector<Claim>& claims) {
  std::vector<std::string> names;
  for (const Claim& claim : claims) {
    if (claim.column && std::ranges::find(names, claim.column->name) == names.end()) {
      names.push_back(claim.column->name);
    }
  }
  return names;
}

// An empty cell, NULL and the markers are all missing, in every format.
std::string CellOrNull(const std::string& name, const std::vector<std::string>& markers) {
  std::vector<std::string> missing = {"''"};
  for (const std::string& marker : markers) missing.push_back(QuoteText(marker));
  const std::string text = QuoteName(name) + "::VARCHAR";
  return fmt::format("CASE WHEN {0} IN ({1}) THEN NULL ELSE {0} END", text,
                     fmt::join(missing, ", "));
}

// A typed Parquet double prints "5.0" where a release, its hierarchies and CSV files say "5".
std::string ClaimedCell(const std::string& name, const SourceColumns& columns,
                        const std::vector<std::string>& markers) {
  const auto found = std::ranges::find(columns.names, name) - columns.names.begin();
  if (columns.types[static_cast<std::size_t>(found)] != "DOUBLE") return CellOrNull(name, markers);
  return fmt::format(
      "CASE WHEN {0} = trunc({0}) AND abs({0}) < 1e15 THEN {0}::BIGINT::VARCHAR ELSE "
      "{0}::VARCHAR END",
      QuoteName(name));
}

// The table `cells`: distinct (class, claimed cells, person) with counts. A class is named by the
// first row of the file that belongs to it. Columns get names of ours, so none can clash.
Status MakeCells(Database& database, const FileUnderTest& file,
                 const std::vector<std::string>& claimed) {
  GAUZE_ASSIGN(const auto columns, OpenSource(database, file.paths, file.dialect, "file"));
  const std::string& path = file.paths.front();
  std::vector<std::string> keys;
  std::vector<std::string> selected;
  for (std::size_t i = 0; i < file.quasi_identifiers.size(); ++i) {
    GAUZE_TRY(CheckNamed(file.quasi_identifiers[i], columns, path));
    keys.push_back(fmt::format("q{}", i));
    selected.push_back(
        fmt::format("{} AS q{}", CellOrNull(file.quasi_identifiers[i], file.missing_markers), i));
  }
  std::vector<std::string> kept;
  for (std::size_t i = 0; i < claimed.size(); ++i) {
    GAUZE_TRY(CheckNamed(claimed[i], columns, path));
    kept.push_back(fmt::format("s{}", i));
    selected.push_back(
        fmt::format("{} AS s{}", ClaimedCell(claimed[i], columns, file.missing_markers), i));
  }
  if (!file.person_column.empty()) {
    kept.emplace_back("person");
    selected.push_back(fmt::format("{} AS person", QuoteName(file.person_column)));
  }
  std::vector<std::string> grouped = keys;
  grouped.insert(grouped.end(), kept.begin(), kept.end());
  kept.insert(kept.begin(), "");
  return database.Run(
      fmt::format("CREATE OR REPLACE TEMP TABLE cells AS "
                  "SELECT min(first_row) OVER (PARTITION BY {}) AS class{}, n FROM ("
                  "  SELECT {}, count(*) AS n, min(row) AS first_row FROM ("
                  "    SELECT {}, row_number() OVER () AS row FROM file) GROUP BY ALL)",
                  fmt::join(keys, ", "), fmt::join(kept, ", "), fmt::join(grouped, ", "),
                  fmt::join(selected, ", ")));
}

Status MakeClasses(Database& database, const FileUnderTest& file) {
  return database.Run(
      fmt::format("CREATE OR REPLACE TEMP TABLE classes AS SELECT class, sum(n)::BIGINT AS rows, "
                  "{}::BIGINT AS persons FROM cells GROUP BY class",
                  file.person_column.empty() ? "sum(n)" : "count(DISTINCT person)"));
}

std::string NumberExpression(ValueType type) {
  switch (type) {
    case ValueType::kDate:
      return "epoch(TRY_CAST(value AS DATE)) / 86400";
    case ValueType::kTimestamp:
      return "epoch(TRY_CAST(value AS TIMESTAMP))";
    default:
      return "TRY_CAST(value AS DOUBLE)";
  }
}

// The same in exact millionths, where the type has an exact form.
std::string MillionthsExpression(ValueType type) {
  switch (type) {
    case ValueType::kInteger:
      return "TRY_CAST(value AS HUGEINT) * 1000000";
    case ValueType::kDate:
      return "date_diff('day', DATE '1970-01-01', TRY_CAST(value AS DATE))::HUGEINT * 1000000";
    case ValueType::kTimestamp:
      return "epoch_us(TRY_CAST(value AS TIMESTAMP))::HUGEINT";
    default:
      return "NULL::HUGEINT";
  }
}

// Tables `tree` (every node above each leaf) and `leaves` (their order).
Status MakeTree(Database& database, const VerifiedColumn& column) {
  GAUZE_TRY(
      database.Run("CREATE OR REPLACE TEMP TABLE tree (value VARCHAR, node BIGINT, parent BIGINT, "
                   "height BIGINT)"));
  duckdb_appender appender = nullptr;
  Check(duckdb_appender_create(database.handles().connection, nullptr, "tree", &appender) ==
            DuckDBSuccess,
        "the table tree exists");
  const auto append = [&](const std::string* value, std::uint64_t node, std::uint64_t parent,
                          std::uint64_t height) {
    if (value == nullptr) {
      duckdb_append_null(appender);
    } else {
      duckdb_append_varchar_length(appender, value->data(), value->size());
    }
    duckdb_append_int64(appender, static_cast<std::int64_t>(node));
    duckdb_append_int64(appender, static_cast<std::int64_t>(parent));
    duckdb_append_int64(appender, static_cast<std::int64_t>(height));
    duckdb_appender_end_row(appender);
  };
  for (std::uint32_t i = 0; i < column.tree.size(); ++i) {
    if (!column.tree[i].leaf) continue;
    for (std::uint32_t node = i;; node = column.tree[node].parent) {
      append(&column.tree[i].label, node, column.tree[node].parent, column.tree[node].height);
      if (column.tree[node].parent == node) break;
    }
  }
  if (!column.tree.empty()) {
    append(nullptr, column.tree.size(), 0, 0);  // missing: a leaf under the root
    append(nullptr, 0, 0, column.tree[0].height);
  }
  const bool done = duckdb_appender_destroy(&appender) == DuckDBSuccess;
  return done ? Status() : ResourceError("there is not enough memory for the hierarchy");
}

// The views that a claim's SQL may read, for its column.
Status MakeViews(Database& database, const Claim& claim, std::size_t index) {
  const VerifiedColumn& column = *claim.column;
  GAUZE_TRY(database.Run(fmt::format(
      "CREATE OR REPLACE TEMP TABLE counts AS SELECT class, s{0} AS value, sum(n)::BIGINT AS n "
      "FROM cells GROUP BY class, s{0}",
      index)));
  GAUZE_TRY(database.Run(
      "CREATE OR REPLACE TEMP TABLE totals AS SELECT value, sum(n)::BIGINT AS n FROM counts "
      "GROUP BY value"));
  GAUZE_TRY(MakeTree(database, column));
  const ValueType type = column.type;
  GAUZE_TRY(database.Run(
      fmt::format("CREATE OR REPLACE TEMP TABLE numbers AS SELECT value, {} AS number, {} AS "
                  "millionths FROM totals WHERE value IS NOT NULL",
                  NumberExpression(type), MillionthsExpression(type))));
  std::string order = "value";
  if (!column.tree.empty()) {
    order = "(SELECT min(node) FROM tree WHERE tree.value = totals.value AND height = 0)";
  } else if (IsNumeric(type)) {
    order = NumberExpression(type);
  }
  return database.Run(fmt::format(
      "CREATE OR REPLACE TEMP TABLE positions AS SELECT value, row_number() OVER (ORDER BY value "
      "IS NULL, {}, value) - 1 AS position FROM totals",
      order));
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
      const auto index = std::ranges::find(claimed, claim.column->name) - claimed.begin();
      GAUZE_TRY(MakeViews(database, claim, static_cast<std::size_t>(index)));
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
  GAUZE_TRY(CheckNamed(column, columns, file.paths.front()));
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
