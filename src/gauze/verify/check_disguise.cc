#include "gauze/verify/check_disguise.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "gauze/base/counted.h"
#include "gauze/engine/duckdb/cell_or_null.h"

namespace gauze {
namespace {

constexpr const char* kAliasPattern = "~[0-9a-hjkmnp-tv-z]{10}";

// Rows by which a count is too large, or, if `both`, wrong in either direction.
std::string Excess(bool both) {
  return both ? "abs(coalesce(shown.n, 0) - coalesce(allowed.n, 0))"
              : "greatest(coalesce(shown.n, 0) - coalesce(allowed.n, 0), 0)";
}

class PersonalJudge {
 public:
  PersonalJudge(Database& database, const DisguisedColumn& disguised, const DisguisedSource* source)
      : database_(database), column_(disguised.column), above_(disguised.above), source_(source) {}

  // Cells that are wrong.
  Result<std::uint64_t> Run(std::uint64_t rows) {
    GAUZE_TRY(database_.Run(
        fmt::format("CREATE OR REPLACE TEMP VIEW disguised AS SELECT {} AS cell FROM file",
                    CellOrNull(column_.name, {}))));
    if (source_ != nullptr) {
      const std::string choice =
          column_.aliases ? fmt::format("coalesce(TRY_CAST({} AS INTEGER), {})",
                                        CellOrNull(column_.choice, source_->missing_markers),
                                        source_->missing_choice)
                          : "1";
      GAUZE_TRY(database_.Run(fmt::format(
          "CREATE OR REPLACE TEMP VIEW undisguised AS SELECT {} AS cell, {} AS choice FROM {}",
          CellOrNull(column_.name, source_->missing_markers), choice, source_->view)));
      GAUZE_ASSIGN(const std::uint64_t all, database_.Count("SELECT count(*) FROM undisguised"));
      whole_ = all == rows;
      GAUZE_TRY(MakeChosen());
    }
    return column_.aliases ? Aliases() : Grades();
  }

 private:
  // The view `chosen`: what each person shows as text, and, for those who show an alias, what it
  // is an alias of.
  Status MakeChosen() {
    if (column_.aliases != AliasMode::kSafe) {
      return database_.Run(
          "CREATE OR REPLACE TEMP VIEW chosen AS SELECT choice = 1 AS open, cell AS text, choice "
          "FROM undisguised");
    }
    GAUZE_TRY(database_.Run("CREATE OR REPLACE TEMP TABLE above (cell VARCHAR, node VARCHAR)"));
    constexpr std::size_t kAtOnce = 1000;
    for (std::size_t begin = 0; begin < above_.size(); begin += kAtOnce) {
      std::vector<std::string> rows;
      for (std::size_t i = begin; i < std::min(begin + kAtOnce, above_.size()); ++i) {
        const auto& [value, node] = above_[i];
        rows.push_back(
            fmt::format("({}, {})", value.empty() ? "NULL" : QuoteText(value), QuoteText(node)));
      }
      GAUZE_TRY(database_.Run(fmt::format("INSERT INTO above VALUES {}", fmt::join(rows, ", "))));
    }
    return database_.Run(
        "CREATE OR REPLACE TEMP VIEW chosen AS SELECT choice < 3 AS open, CASE WHEN choice = 1 "
        "THEN undisguised.cell ELSE above.node END AS text, choice FROM undisguised LEFT JOIN "
        "above ON undisguised.cell IS NOT DISTINCT FROM above.cell");
  }

  Result<std::uint64_t> Aliases() {
    GAUZE_ASSIGN(std::uint64_t wrong,
                 database_.Count(fmt::format("SELECT count(*) FROM disguised WHERE cell LIKE '~%' "
                                             "AND NOT regexp_full_match(cell, '{}')",
                                             kAliasPattern)));
    if (source_ == nullptr) return wrong;
    GAUZE_ASSIGN(const std::uint64_t open,
                 database_.Count(
                     fmt::format("SELECT sum({}) FROM (SELECT cell, count(*) AS n FROM disguised "
                                 "WHERE cell IS NULL OR cell NOT LIKE '~%' GROUP BY cell) AS "
                                 "shown FULL JOIN (SELECT text AS cell, count(*) AS n FROM "
                                 "chosen WHERE open GROUP BY text) AS allowed ON shown.cell IS "
                                 "NOT DISTINCT FROM allowed.cell",
                                 Excess(whole_))));
    wrong += open;
    if (!whole_) return wrong;
    // As many aliases as often as pairs of value, or node, and choice: none is split or stands for
    // two.
    GAUZE_ASSIGN(const std::uint64_t counts,
                 database_.Count(
                     fmt::format("SELECT sum(n * {}) FROM (SELECT n, count(*) AS n2 FROM (SELECT "
                                 "count(*) AS n FROM disguised WHERE cell LIKE '~%' GROUP BY "
                                 "cell) GROUP BY n) AS shown FULL JOIN (SELECT n, count(*) AS n2 "
                                 "FROM (SELECT count(*) AS n FROM chosen WHERE NOT open "
                                 "GROUP BY text, choice) GROUP BY n) AS allowed USING (n)",
                                 "abs(coalesce(shown.n2, 0) - coalesce(allowed.n2, 0))")));
    return wrong + counts;
  }

  std::string Bound(std::size_t i) const { return fmt::format("'{}'::DOUBLE", column_.bounds[i]); }

  Result<std::uint64_t> Grades() {
    const std::size_t categories = column_.bounds.size() - 1;
    GAUZE_TRY(database_.Run(
        "CREATE OR REPLACE TEMP VIEW graded AS SELECT TRY_CAST(cell AS DOUBLE) AS grade, "
        "floor(TRY_CAST(cell AS DOUBLE)) AS category FROM disguised"));
    GAUZE_ASSIGN(const std::uint64_t wrong,
                 database_.Count(fmt::format("SELECT count(*) FROM graded WHERE grade IS NULL OR "
                                             "category < 1 OR category > {} OR grade - category > "
                                             "0.999 + 1e-12",
                                             categories)));
    if (source_ == nullptr) return wrong;
    std::vector<std::string> cases;
    for (std::size_t i = 0; i < categories; ++i) {
      cases.push_back(
          fmt::format("WHEN number >= {0} AND number {1} {2} THEN {3} + least((number - "
                      "{0}) / ({2} - {0}), 0.999)",
                      Bound(i), i + 1 == categories ? "<=" : "<", Bound(i + 1), i + 1));
    }
    GAUZE_ASSIGN(
        const std::uint64_t differing,
        database_.Count(fmt::format(
            "SELECT sum(CASE WHEN {0} = 0 AND {1} AND abs(shown.total - allowed.total) > "
            "0.000002 * shown.n THEN shown.n ELSE {0} END) FROM (SELECT category, count(*) AS "
            "n, sum(grade - category) AS total FROM graded GROUP BY category) AS shown FULL "
            "JOIN (SELECT floor(grade) AS category, count(*) AS n, sum(grade - floor(grade)) "
            "AS total FROM (SELECT CASE {2} END AS grade FROM (SELECT TRY_CAST(cell AS "
            "DOUBLE) AS number FROM undisguised)) GROUP BY ALL) AS allowed USING (category)",
            Excess(whole_), whole_, fmt::join(cases, " "))));
    return wrong + differing;
  }

  Database& database_;
  const PersonalSection::Column& column_;
  const std::vector<std::pair<std::string, std::string>>& above_;
  const DisguisedSource* source_;
  bool whole_ = false;  // every row of the source is in the file
};

}  // namespace

Result<Verdict> VerifyDisguise(Database& database, const FileUnderTest& file,
                               const DisguisedColumn& disguised, const DisguisedSource* source) {
  GAUZE_ASSIGN(const auto columns, OpenFile(database, file, "file"));
  GAUZE_TRY(CheckNamed({disguised.column.name}, columns, file.paths.front()));
  Verdict verdict{.of = "cell"};
  verdict.claim =
      fmt::format("{}({})", disguised.column.aliases ? "aliases" : "grades", disguised.column.name);
  GAUZE_ASSIGN(verdict.judged, database.Count("SELECT count(*) FROM file"));
  GAUZE_ASSIGN(verdict.failing_classes,
               PersonalJudge(database, disguised, source).Run(verdict.judged));
  for (const std::string& name : disguised.hidden) {
    const bool there = std::ranges::find(columns.names, name) != columns.names.end();
    if (there) verdict.failing_classes += verdict.judged;
  }
  verdict.holds = verdict.failing_classes == 0;
  verdict.worst_value = static_cast<double>(verdict.failing_classes);
  verdict.worst_rows = verdict.failing_classes;
  verdict.in_words =
      verdict.holds
          ? fmt::format("{} as people chose", Counted(verdict.judged, "cell is", "cells are"))
          : fmt::format("{} of {} not as people chose", Grouped(verdict.failing_classes),
                        Counted(verdict.judged, "cell is", "cells are"));
  return verdict;
}

}  // namespace gauze
