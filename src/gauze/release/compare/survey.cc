#include "gauze/release/compare/survey.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "gauze/base/json.h"
#include "gauze/base/read_number.h"
#include "gauze/base/stopwatch.h"
#include "gauze/engine/read/source/source.h"
#include "gauze/release/compare/growth.h"
#include "gauze/release/input/input.h"

namespace gauze {
namespace {

constexpr double kMostSurveyed = 2'097'152;
constexpr double kMostSurveyedText = 524'288;
// Different rows are counted by one hash in so many: off by a percent where they are a few hundred
// thousand, and exactly where the table is small.
constexpr std::uint64_t kOneIn = 16;
constexpr double kCountedExactly = 262'144;

// Rows, and different ones, of all that were surveyed and of smaller parts.
struct Counts {
  std::vector<GrowthPoint> tuples;
  std::vector<GrowthPoint> units;
};

std::string CountsSql(const std::vector<std::string>& read, const std::vector<std::string>& quasi,
                      const std::string& view, const std::vector<double>& parts,
                      std::uint64_t one_in) {
  std::vector<std::string> counts;
  for (const double part : parts) {
    counts.push_back(fmt::format("count(*) FILTER (u < {})", part));
    for (const char* hash : {"a", "q"}) {
      counts.push_back(fmt::format("count(DISTINCT {0}) FILTER (u < {1} AND {0} % {2} = 0)", hash,
                                   part, one_in));
    }
  }
  return fmt::format("SELECT {} FROM (SELECT hash({}) AS a, hash({}) AS q, random() AS u FROM {})",
                     fmt::join(counts, ", "), fmt::join(read, ", "), fmt::join(quasi, ", "), view);
}

// The plain form of the source, if it has one, and then itself.
std::vector<std::string> ViewsOf(const SourceColumns& columns) {
  if (columns.plain == nullptr) return {"source"};
  return {PlainView("source"), "source"};
}

Result<Counts> CountIn(Database& database, const std::vector<std::string>& read,
                       const std::vector<std::string>& quasi, const std::string& view, bool all,
                       double approximate_rows) {
  const std::uint64_t one_in = approximate_rows <= kCountedExactly ? 1 : kOneIn;
  const std::vector<double> parts = all ? std::vector{2.0} : std::vector{1.0 / 16, 1.0 / 4, 2.0};
  GAUZE_ASSIGN(const auto rows, database.Rows(CountsSql(read, quasi, view, parts, one_in)));
  Counts counts;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const auto number = [&](std::size_t at) {
      return static_cast<double>(NumberIn(rows[0][3 * i + at]));
    };
    const double size = number(0);
    counts.tuples.push_back({size, std::min(size, number(1) * static_cast<double>(one_in))});
    counts.units.push_back({size, std::min(size, number(2) * static_cast<double>(one_in))});
  }
  return counts;
}

// Diversity of a column with everything as one class: distinct, frequency, entropy. Of persons if
// the policy tells them apart, and entropy then only if everybody has one value.
std::string DiversitySql(const std::string& column, const std::string& view,
                         const std::optional<std::string>& entity) {
  if (!entity) {
    return fmt::format(
        "SELECT count(*), sum(n) / max(n), exp(-sum(n / total * ln(n / total))) FROM "
        "(SELECT count(*)::DOUBLE AS n, sum(count(*)) OVER ()::DOUBLE AS total FROM "
        "{1} WHERE {0} IS NOT NULL GROUP BY {0})",
        column, view);
  }
  return fmt::format(
      "WITH held AS (SELECT DISTINCT {0} AS value, {2} AS person FROM {1} WHERE {0} IS NOT NULL), "
      "everybody AS (SELECT count(DISTINCT person)::DOUBLE AS total FROM held), "
      "ranked AS (SELECT count(*)::DOUBLE AS n, sum(count(*)) OVER (ORDER BY count(*) DESC ROWS "
      "UNBOUNDED PRECEDING) - count(*) AS before FROM held GROUP BY value) "
      "SELECT count(*) FILTER (before < total), any_value(total) / max(n), CASE WHEN sum(n) = "
      "any_value(total) THEN exp(-sum(n / total * ln(n / total))) END FROM ranked, everybody",
      column, view, *entity);
}

}  // namespace

Result<Survey> TakeSurvey(Database& database, const Policy& policy, SourceColumns& columns) {
  Survey survey;
  GAUZE_ASSIGN(survey.plan, PlanScan(database, columns, policy));
  std::vector<std::string> read;  // and coded
  std::vector<std::string> quasi;
  for (std::size_t i = 0; i < columns.names.size(); ++i) {
    if (survey.plan.encodings[i] == ColumnEncoding::kDropped) continue;
    ++survey.columns;
    if (survey.plan.encodings[i] != ColumnEncoding::kCoded) {
      ++survey.carried;
      continue;
    }
    read.push_back(QuoteName(columns.names[i]));
    if (policy.Find(columns.names[i])->attribute.role == Role::kQuasiIdentifying) {
      quasi.push_back(read.back());
    }
  }
  survey.quasi_identifiers = quasi.size();
  const double rows = columns.approximate_rows;
  const bool text =
      std::ranges::all_of(columns.types, [](const auto& type) { return type == "VARCHAR"; });
  const double most = text ? kMostSurveyedText : kMostSurveyed;
  survey.estimated = rows > most;
  if (survey.estimated) {
    GAUZE_TRY(TakeSample(database, static_cast<std::uint64_t>(most), columns));
  }
  Result<Counts> counts;
  Stopwatch watch;
  for (const std::string& view : ViewsOf(columns)) {
    counts = CountIn(database, read, quasi, view, !survey.estimated, rows);
    if (counts || !MayReadAgain(counts.error())) break;
  }
  if (!counts) return tl::unexpected(counts.error());
  watch.Lap("look");
  const double looked_at = counts->tuples.back().size;
  survey.seconds = watch.total() / std::max(looked_at, 1.0);
  // The share of a file is a share of its bytes; a table that knows its rows was right before.
  const bool exact = columns.plain == nullptr;
  survey.rows = !survey.estimated ? looked_at : exact ? rows : rows * looked_at / most;
  survey.tuples = GrownDistinct(counts->tuples, survey.rows);
  survey.units = GrownDistinct(counts->units, survey.rows);
  return survey;
}

Result<Json> LargestPossible(Database& database, const Policy& policy, const Survey& survey,
                             SourceColumns& columns) {
  Json limits = {{"k", static_cast<std::uint64_t>(survey.rows)}};
  std::optional<std::string> entity;
  for (const PolicyAttribute& attribute : policy.attributes) {
    if (attribute.attribute.role == Role::kEntity) entity = QuoteName(attribute.attribute.name);
  }
  std::vector<std::string> sensitive;
  for (const PolicyAttribute& attribute : policy.attributes) {
    if (attribute.attribute.role == Role::kSensitive) sensitive.push_back(attribute.attribute.name);
  }
  if (sensitive.empty() && !entity) return limits;
  if (survey.rows > kCountedExactly) limits["estimated"] = true;
  // Read once, for all columns.
  std::vector<std::string> cells;
  for (const std::string& name : sensitive) cells.push_back(QuoteName(name));
  if (entity) cells.push_back(*entity);
  GAUZE_TRY(TakeSample(database, static_cast<std::uint64_t>(kCountedExactly), columns));
  Status looked;
  for (const std::string& view : ViewsOf(columns)) {
    looked = database.Run(fmt::format("CREATE OR REPLACE TEMP TABLE looked_at AS SELECT {} FROM {}",
                                      fmt::join(cells, ", "), view));
    if (looked || !MayReadAgain(looked.error())) break;
  }
  GAUZE_TRY(looked);
  if (entity) {
    GAUZE_ASSIGN(
        const auto persons,
        database.Rows(fmt::format("SELECT count(*), count(DISTINCT {}) FROM looked_at", *entity)));
    limits["k"] =
        static_cast<std::uint64_t>(static_cast<double>(NumberIn(persons[0][1])) * survey.rows /
                                   std::max(static_cast<double>(NumberIn(persons[0][0])), 1.0));
  }
  for (const std::string& name : sensitive) {
    GAUZE_ASSIGN(const auto figures,
                 database.Rows(DiversitySql(QuoteName(name), "looked_at", entity)));
    if (!figures[0][1]) continue;
    Json& l = limits["l"][name];
    l = {{"distinct", std::stoull(*figures[0][0])}, {"frequency", ReadNumber(*figures[0][1])}};
    if (figures[0][2]) l["entropy"] = ReadNumber(*figures[0][2]);
  }
  return limits;
}

}  // namespace gauze
