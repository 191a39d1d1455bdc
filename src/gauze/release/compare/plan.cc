#include "gauze/release/compare/plan.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "gauze/base/json.h"
#include "gauze/base/read_number.h"
#include "gauze/base/stopwatch.h"
#include "gauze/base/threads.h"
#include "gauze/engine/read/scan.h"
#include "gauze/engine/read/source/source.h"
#include "gauze/release/compare/sample_trial.h"
#include "gauze/release/compare/tradeoff.h"
#include "gauze/release/files/memory_budget.h"
#include "gauze/release/run/load_policy.h"
#include "gauze/transform/transform.h"

namespace gauze {
namespace {

// Rows of the trial runs: enough to tell rates from what every run costs, few enough to take a
// moment.
constexpr std::uint64_t kSmallTrial = 16'384;
constexpr std::uint64_t kTrial = 131'072;

// What is known of the source without encoding it.
struct Survey {
  double rows = 0;
  double tuples = 0;   // records that the run will hold
  double units = 0;    // distinct combinations of quasi-identifiers
  double seconds = 0;  // of looking at every row once
  std::string view;    // to look through
  ScanPlan plan;
  std::size_t quasi_identifiers = 0;
  std::size_t columns = 0;  // that are read
  std::size_t carried = 0;  // of these, beside the codes
};

Result<double> Number(Database& database, const std::string& sql) {
  GAUZE_ASSIGN(const auto rows, database.Rows(sql));
  return rows[0][0] ? ReadNumber(*rows[0][0]) : 0.0;
}

// One look at every row, through the plain form of the source if it has one.
Result<Database::Row> LookThrough(Database& database, const std::string& counts,
                                  const SourceColumns& columns, Survey& survey) {
  if (columns.plain != nullptr) {
    survey.view = PlainView("source");
    const auto rows = database.Rows(fmt::format("SELECT {} FROM {}", counts, survey.view));
    if (rows) return rows->front();
    if (!MayReadAgain(rows.error())) return tl::unexpected(rows.error());
  }
  survey.view = "source";
  GAUZE_ASSIGN(auto rows, database.Rows(fmt::format("SELECT {} FROM source", counts)));
  return std::move(rows.front());
}

Result<Survey> Look(Database& database, const Policy& policy, const SourceColumns& columns) {
  Survey survey;
  GAUZE_ASSIGN(survey.plan, PlanScan(database, columns, policy));
  std::vector<std::string> read;
  std::vector<std::string> quasi;
  for (std::size_t i = 0; i < columns.names.size(); ++i) {
    if (survey.plan.encodings[i] == ColumnEncoding::kDropped) continue;
    const std::string hash = fmt::format("hash({})", QuoteName(columns.names[i]));
    read.push_back(hash);
    if (policy.Find(columns.names[i])->attribute.role == Role::kQuasiIdentifying) {
      quasi.push_back(hash);
    }
    if (survey.plan.encodings[i] != ColumnEncoding::kCoded) ++survey.carried;
  }
  survey.quasi_identifiers = quasi.size();
  survey.columns = read.size();
  Stopwatch stopwatch;
  GAUZE_ASSIGN(const auto counts,
               LookThrough(database,
                           fmt::format("count(*), approx_count_distinct(hash({})), "
                                       "approx_count_distinct(hash({}))",
                                       fmt::join(read, ", "), fmt::join(quasi, ", ")),
                           columns, survey));
  stopwatch.Lap("look");
  survey.seconds = stopwatch.total();
  survey.rows = ReadNumber(*counts[0]);
  survey.tuples = survey.plan.grouped ? ReadNumber(*counts[1]) : survey.rows;
  survey.units = ReadNumber(*counts[2]);
  return survey;
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

// The largest k and l that everything as one class would allow.
Result<Json> Limits(Database& database, const Policy& policy, const Survey& survey) {
  Json limits = {{"k", static_cast<std::uint64_t>(survey.rows)}};
  std::optional<std::string> entity;
  for (const PolicyAttribute& attribute : policy.attributes) {
    if (attribute.attribute.role == Role::kEntity) entity = QuoteName(attribute.attribute.name);
  }
  if (entity) {
    GAUZE_ASSIGN(const double persons,
                 Number(database, fmt::format("SELECT approx_count_distinct({}) FROM {}", *entity,
                                              survey.view)));
    limits["k"] = static_cast<std::uint64_t>(persons);
  }
  for (const PolicyAttribute& attribute : policy.attributes) {
    if (attribute.attribute.role != Role::kSensitive) continue;
    GAUZE_ASSIGN(const auto figures, database.Rows(DiversitySql(QuoteName(attribute.attribute.name),
                                                                survey.view, entity)));
    if (!figures[0][1]) continue;
    Json& l = limits["l"][attribute.attribute.name];
    l = {{"distinct", std::stoull(*figures[0][0])}, {"frequency", ReadNumber(*figures[0][1])}};
    if (figures[0][2]) l["entropy"] = ReadNumber(*figures[0][2]);
  }
  return limits;
}

struct Need {
  double memory = 0;
  double disk = 0;
  bool sharded = false;
};

constexpr double kRegionRows = 1'048'576;

// Regions are cut in halves down to 2^20 rows, so they are two thirds of that on average.
double Regions(double rows) {
  return rows <= kRegionRows ? 1 : std::ceil(1.5 * rows / std::max(kRegionRows, rows / 128));
}

// The peaks of the three steps, from constants that were fitted to measured runs (docs/scale.md).
Need EstimateSpace(const Survey& survey, const Trial& trial, const Budget& budget,
                   std::size_t workers, const SourceColumns& columns, unsigned unit_bytes) {
  constexpr double kMiB = 1024.0 * 1024;
  constexpr double kBase = 62 * kMiB;
  constexpr double kRecord = 24;   // bytes of an encoded row
  constexpr double kCounted = 70;  // of a tuple in the engine's hash table
  constexpr double kClass = 100;   // of a class that is verified
  const double readers = static_cast<double>(workers) * (columns.plain == nullptr ? 18 : 32) * kMiB;
  Need need;
  const double spool = survey.tuples * kRecord;
  need.sharded = spool > static_cast<double>(budget.spools);
  const double kept = std::min(spool, static_cast<double>(budget.spools));
  const double counting = std::min(survey.plan.grouped ? survey.tuples * kCounted : 0.0,
                                   static_cast<double>(budget.read_engine));
  // A tuple while its region is made and written, and a region of average size.
  const double columns_bytes =
      10.0 * static_cast<double>(survey.columns + survey.quasi_identifiers);
  const double carried = 60.0 * static_cast<double>(survey.carried);
  const double units = std::min(survey.units, survey.tuples) / survey.tuples *
                       static_cast<double>(unit_bytes * survey.quasi_identifiers);
  const double tuple = columns_bytes + carried + units;
  const double region = survey.tuples / Regions(survey.rows) * tuple;
  const double largest = survey.tuples * std::min(1.0, kRegionRows / survey.rows) * tuple;
  const double at_a_time =
      std::min({Regions(survey.rows), 2.0 * static_cast<double>(workers),
                std::max(2.0, static_cast<double>(budget.batch) / std::max(region, 1.0))});
  const double making =
      Regions(survey.rows) == 1 ? region : std::max(region * at_a_time, 2 * largest);
  const double classes = trial.classes * survey.tuples / std::max(trial.tuples, 1.0);
  const double verifying = std::min(classes * kClass, static_cast<double>(budget.verify_engine));
  need.memory = kBase + std::max({readers + counting + kept, kept + making, readers + verifying});
  // Encoded rows, what is released of them while regions wait for each other, and the files.
  need.disk = (need.sharded ? 3 : 1) * spool + trial.bytes * survey.rows / trial.rows;
  return need;
}

// What every run costs, and what each further row or tuple costs, from two trials and the survey.
double EstimateTime(const Survey& survey, const Trial& small, const Trial& large,
                    std::size_t workers) {
  if (large.rows >= survey.rows) return large.read + large.make + large.write + large.verify;
  const double more_rows = std::max(1.0, large.rows - small.rows);
  const double more_tuples = std::max(1.0, large.tuples - small.tuples);
  const auto grown = [](double low, double high, double step, double further) {
    return high + std::max(0.0, high - low) / step * further;
  };
  // A trial is one region and one block of rows: it runs mostly on one thread.
  const double threads = std::min(static_cast<double>(workers), Regions(survey.rows));
  const double rows = (survey.rows - large.rows) / threads;
  const double tuples = std::max(0.0, survey.tuples - large.tuples) / threads;
  // Rows are read as fast as they were looked at, with some work on top; what a trial needs more is
  // for its tuples, of which the first rows have a larger share than all.
  const double scanned = 1.5 * survey.seconds;
  const double by_rows = scanned / survey.rows * threads * more_rows;
  return grown(small.read + by_rows, large.read, more_tuples, tuples) + scanned +
         grown(small.make, large.make, more_tuples, tuples) +
         grown(small.write, large.write, more_rows, rows) +
         grown(small.verify, large.verify, more_rows, rows);
}

}  // namespace

Result<Json> PlanRun(const RunOptions& options, Progress& progress) {
  GAUZE_ASSIGN(const Policy policy, LoadForRun(options));
  GAUZE_ASSIGN(const Budget budget, MakeBudget(options.memory));
  const std::size_t workers = ThreadsOf(options.threads);
  GAUZE_ASSIGN(const Trial small, TryOut(options, kSmallTrial, progress));
  GAUZE_ASSIGN(const Trial trial, TryOut(options, kTrial, progress));
  GAUZE_ASSIGN(const Json trade_off, TradeOff(options, policy, progress));
  progress.Stage("surveying", 0);
  GAUZE_ASSIGN(Database database, Database::Open({options.threads, ""}));
  GAUZE_TRY(database.LimitMemory(budget.read_engine));
  GAUZE_ASSIGN(const SourceColumns columns,
               OpenSource(database, policy.sources, policy.csv, "source", policy.attributes));
  GAUZE_TRY(CheckColumns(policy, columns.names));
  GAUZE_ASSIGN(const Survey survey, Look(database, policy, columns));
  GAUZE_ASSIGN(const Json limits, Limits(database, policy, survey));
  const Need need = EstimateSpace(survey, trial, budget, workers, columns,
                                  FindTransform(policy.transform.descriptor->name)->unit_bytes);

  std::vector<std::string> carried;
  for (std::size_t i = 0; i < columns.names.size(); ++i) {
    if (survey.plan.encodings[i] == ColumnEncoding::kKey ||
        survey.plan.encodings[i] == ColumnEncoding::kText) {
      carried.push_back(columns.names[i]);
    }
  }
  const std::string why =
      !carried.empty()
          ? fmt::format(
                "values of {} hardly repeat and nothing protects them: they are carried "
                "beside the codes",
                fmt::join(carried, ", "))
      : survey.plan.grouped
          ? "equal rows are counted first, and the release is made from the counts"
          : "hardly any two rows are equal: counting them first would not pay";
  std::pair<std::string, double> dearest;
  for (const auto& column : trial.attribute_loss) {
    if (column.second >= dearest.second) dearest = column;
  }
  return Json{{"planned",
               {{"rows", static_cast<std::uint64_t>(survey.rows)},
                {"tuples", static_cast<std::uint64_t>(survey.tuples)},
                {"route", survey.plan.grouped ? "counts" : "rows"},
                {"why", why},
                {"mode", need.sharded ? "sharded" : "memory"},
                {"memory_bytes", static_cast<std::uint64_t>(need.memory)},
                {"disk_bytes", static_cast<std::uint64_t>(need.disk)},
                {"seconds", EstimateTime(survey, small, trial, workers)}}},
              {"largest", limits},
              {"drives_the_loss", {{"column", dearest.first}, {"loss", dearest.second}}},
              {"trade_off", trade_off}};
}

}  // namespace gauze
