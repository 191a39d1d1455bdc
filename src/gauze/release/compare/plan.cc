#include "gauze/release/compare/plan.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "gauze/base/json.h"
#include "gauze/base/stopwatch.h"
#include "gauze/base/threads.h"
#include "gauze/engine/read/scan.h"
#include "gauze/engine/read/source/policy_source.h"
#include "gauze/release/compare/estimate.h"
#include "gauze/release/compare/sample_trial.h"
#include "gauze/release/compare/survey.h"
#include "gauze/release/compare/tradeoff.h"
#include "gauze/release/files/memory_budget.h"
#include "gauze/release/run/load_policy.h"

namespace gauze {
namespace {

// Rows of the trial runs. They grow while they take a small part of the time that they foretell.
constexpr std::uint64_t kSmallTrial = 2'048;
constexpr std::uint64_t kLargestTrial = 131'072;
constexpr std::uint64_t kTrialGrowth = 4;
constexpr double kPartOfTime = 0.05;

Result<std::vector<Trial>> RunTrials(const RunOptions& options, const Policy& policy,
                                     const Survey& survey, std::size_t workers,
                                     Progress& progress) {
  std::vector<Trial> trials;
  Stopwatch spent;
  for (std::uint64_t rows = kSmallTrial; rows <= kLargestTrial; rows *= kTrialGrowth) {
    GAUZE_ASSIGN(Trial trial, TryOut(options, rows, progress, true));
    trials.push_back(std::move(trial));
    const double before = spent.total();
    spent.Lap(std::to_string(rows));
    if (trials.back().rows >= survey.rows) break;
    if (trials.size() < 2) continue;
    const double foretold = EstimateTimes(policy, survey, trials, workers).total();
    const double next = kTrialGrowth * (spent.total() - before);
    if (spent.total() + next > kPartOfTime * foretold) break;
  }
  return trials;
}

std::string WhyThisRoute(const Survey& survey, const SourceColumns& columns) {
  std::vector<std::string> carried;
  for (std::size_t i = 0; i < columns.names.size(); ++i) {
    if (survey.plan.encodings[i] == ColumnEncoding::kKey ||
        survey.plan.encodings[i] == ColumnEncoding::kText) {
      carried.push_back(columns.names[i]);
    }
  }
  if (!carried.empty()) {
    return fmt::format(
        "values of {} hardly repeat and nothing protects them: they are carried beside the codes",
        fmt::join(carried, ", "));
  }
  return survey.plan.grouped
             ? "equal rows are counted first, and the release is made from the counts"
             : "hardly any two of the first rows are equal: counting them first would not pay";
}

}  // namespace

Result<Json> PlanRun(const RunOptions& options, Progress& progress) {
  GAUZE_ASSIGN(const Policy policy, LoadForRun(options));
  GAUZE_ASSIGN(const Budget budget, MakeBudget(options.memory));
  const std::size_t workers = ThreadsOf(options.threads);
  progress.Stage("surveying", 0);
  GAUZE_ASSIGN(Database database, Database::Open({options.threads, ""}));
  GAUZE_TRY(database.LimitMemory(budget.read_engine));
  GAUZE_ASSIGN(SourceColumns columns, OpenPolicySource(database, policy, policy.sources, "source"));
  GAUZE_TRY(CheckColumns(policy, columns.names));
  GAUZE_ASSIGN(const Survey survey, TakeSurvey(database, policy, columns));
  GAUZE_ASSIGN(const Json limits, LargestPossible(database, policy, survey, columns));
  GAUZE_ASSIGN(const std::vector<Trial> trials,
               RunTrials(options, policy, survey, workers, progress));
  GAUZE_ASSIGN(const Json trade_off, TradeOff(options, policy, survey.rows, progress));
  const Trial& largest = trials.back();
  const Space space =
      EstimateSpace(policy, survey, largest, budget, workers, columns.plain != nullptr);
  const Times times = EstimateTimes(policy, survey, trials, workers);
  std::pair<std::string, double> dearest;
  for (const auto& column : largest.attribute_loss) {
    if (column.second >= dearest.second) dearest = column;
  }
  Json planned = {{"rows", static_cast<std::uint64_t>(survey.rows)},
                  {"tuples", static_cast<std::uint64_t>(survey.tuples)},
                  {"estimated", survey.estimated},
                  {"route", survey.plan.grouped ? "counts" : "rows"},
                  {"why", WhyThisRoute(survey, columns)},
                  {"mode", space.sharded ? "sharded" : "memory"},
                  {"memory_bytes", static_cast<std::uint64_t>(space.memory)},
                  {"disk_bytes", static_cast<std::uint64_t>(space.disk)},
                  {"seconds", times.total()},
                  {"drives_the_time", DrivesTheTime(policy, times)},
                  {"tried_rows", static_cast<std::uint64_t>(largest.rows)}};
  if (space.missing > 0) planned["missing_bytes"] = static_cast<std::uint64_t>(space.missing);
  return Json{{"planned", std::move(planned)},
              {"largest", limits},
              {"drives_the_loss", {{"column", dearest.first}, {"loss", dearest.second}}},
              {"trade_off", trade_off}};
}

}  // namespace gauze
