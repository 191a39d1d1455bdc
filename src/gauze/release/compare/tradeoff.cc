#include "gauze/release/compare/tradeoff.h"

#include <algorithm>

#include "gauze/base/json.h"
#include "gauze/release/compare/sample_trial.h"
#include "gauze/transform/class_step.h"

namespace gauze {
namespace {

constexpr std::uint64_t kMostRows = 16'384;
constexpr std::uint64_t kFewestRows = 5'000;
// All runs together take a small part of the time of the one that is planned.
constexpr double kShareOfRows = 1.0 / 256;
constexpr std::uint64_t kTried[] = {1, 2, 5, 10, 20, 50, 100, 200, 500};

}  // namespace

Result<Json> TradeOff(const RunOptions& options, const Policy& policy, double table_rows,
                      Progress& progress) {
  const std::uint64_t promised = policy.LargestK();
  const bool telling = std::ranges::none_of(policy.steps, [](const PolicyEntry& step) {
    return FindClassStep(step.descriptor->name)->cost.empty();
  });
  if (policy.steps.empty() || promised == 0 || !telling) return Json(nullptr);
  const auto tried_rows =
      std::clamp(static_cast<std::uint64_t>(table_rows * kShareOfRows), kFewestRows, kMostRows);
  std::vector<std::uint64_t> tried(std::begin(kTried), std::end(kTried));
  tried.push_back(promised);
  std::ranges::sort(tried);
  tried.erase(std::unique(tried.begin(), tried.end()), tried.end());

  Json curve = Json::array();
  double least = 0;
  double rows = 0;
  Json proposed;
  for (const std::uint64_t k : tried) {
    if (rows > 0 && static_cast<double>(k) > rows) break;
    RunOptions trial_options = options;
    trial_options.k = k;
    const auto trial = TryOut(trial_options, tried_rows, progress);
    if (!trial) {
      if (trial.error().code != ErrorCode::kInput) return tl::unexpected(trial.error());
      continue;  // this k cannot be had
    }
    rows = trial->rows;
    Json point = {{"k", k}, {"loss", trial->loss}};
    double sum = trial->loss;
    for (std::size_t i = 0; i < policy.steps.size(); ++i) {
      const std::string& name = policy.steps[i].descriptor->name;
      const Json& figures = trial->steps.at(i).at("figures");
      const std::string& told = FindClassStep(name)->cost;
      if (!figures.contains(told)) return Json();  // it costs the same with every k
      const auto cost = figures.at(told).get<double>();
      point[name] = cost;
      sum += cost;
    }
    curve.push_back(std::move(point));
    if (k >= promised && (proposed.is_null() || sum < least)) {
      least = sum;
      proposed = k;
    }
  }
  return Json{{"rows", rows}, {"k", curve}, {"proposed", proposed}};
}

}  // namespace gauze
