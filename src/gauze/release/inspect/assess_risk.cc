#include "gauze/release/inspect/assess_risk.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "gauze/base/file.h"
#include "gauze/base/json.h"
#include "gauze/base/threads.h"
#include "gauze/measure/record_risk/decide_open.h"
#include "gauze/measure/record_risk/histogram.h"
#include "gauze/release/files/memory_budget.h"
#include "gauze/release/input/risk_rows.h"
#include "gauze/release/inspect/risk_records.h"
#include "gauze/release/inspect/try_suppression.h"
#include "gauze/release/inspect/verify_release.h"
#include "gauze/release/promise/risk_picture.h"
#include "gauze/release/run/load_policy.h"

namespace gauze {
namespace {

// Sets that are named, and records whose sets are counted if nothing says which are risky.
constexpr std::size_t kTopSets = 10;

Result<std::vector<double>> DeltasOf(const RiskOptions& options, const Policy& policy) {
  if (!options.deltas.empty()) return options.deltas;
  std::vector<double> deltas;
  for (const PolicyEntry& promise : policy.protect) {
    if (promise.parameters.Has("delta")) {
      deltas.push_back(promise.parameters.Number("delta").ToDouble());
    }
  }
  if (deltas.empty()) {
    return InputError("there is no threshold to compare the risk with", policy.file,
                      "promise record_risk: {delta: 0.01}, or pass --delta 0.1,0.01,0.001");
  }
  return deltas;
}

Json Above(const RiskRows& rows, const std::vector<risk::RecordRisk>& risks,
           const std::vector<double>& deltas) {
  Json above = Json::array();
  for (const double delta : deltas) {
    std::uint64_t records = 0;
    for (std::size_t i = 0; i < risks.size(); ++i) {
      if (risks[i].Above(delta)) records += rows.input.table.counts[i];
    }
    above.push_back({{"delta", delta},
                     {"rows", records},
                     {"share", static_cast<double>(records) / static_cast<double>(rows.rows)}});
  }
  return above;
}

std::vector<std::string> Names(const RiskRows& rows, risk::Mask set) {
  std::vector<std::string> names;
  for (std::size_t j = 0; j < rows.columns.size(); ++j) {
    if ((set >> j & 1U) != 0) names.push_back(rows.columns[j]);
  }
  return names;
}

// Which known sets contribute most, over the records above the lowest threshold.
Result<Json> TopSets(const RiskRows& rows, const std::vector<risk::RecordRisk>& risks, double delta,
                     Progress& progress) {
  std::vector<std::uint32_t> risky;
  for (std::uint32_t i = 0; i < risks.size(); ++i) {
    if (risks[i].Above(delta)) risky.push_back(i);
  }
  if (risky.empty()) return Json::array();
  GAUZE_ASSIGN(const auto sets,
               risk::TopKnownSets(rows.input.table, rows.input.settings, progress, risky));
  std::map<risk::Mask, std::uint64_t> records;
  for (std::size_t i = 0; i < risky.size(); ++i) {
    records[sets[i]] += rows.input.table.counts[risky[i]];
  }
  std::vector<std::pair<std::uint64_t, risk::Mask>> order;
  for (const auto& [set, count] : records) order.emplace_back(count, set);
  std::ranges::sort(order, [](const auto& a, const auto& b) {
    return a.first != b.first ? a.first > b.first : a.second < b.second;
  });
  if (order.size() > kTopSets) order.resize(kTopSets);
  Json top = Json::array();
  for (const auto& [count, set] : order) {
    top.push_back({{"columns", Names(rows, set)}, {"rows", count}});
  }
  return top;
}

// Certified for all, and decided for every threshold.
Result<std::vector<risk::RecordRisk>> Certify(const risk::RiskTable& table,
                                              const risk::RiskSettings& settings,
                                              const std::vector<double>& deltas,
                                              Progress& progress) {
  GAUZE_ASSIGN(auto risks, risk::ComputeRecordRisk(table, settings, {}, progress));
  for (const double delta : deltas) {
    GAUZE_TRY(risk::DecideOpen(table, settings, delta, progress, risks));
  }
  return risks;
}

Result<Json> WhatIf(const RiskRows& rows, const std::vector<double>& factors,
                    const std::vector<double>& deltas, Progress& progress) {
  Json what_if = Json::array();
  for (const double factor : factors) {
    risk::RiskSettings settings = rows.input.settings;
    for (double& known : settings.known) known = std::min(known * factor, 0.999);
    GAUZE_ASSIGN(const auto risks, Certify(rows.input.table, settings, deltas, progress));
    what_if.push_back({{"factor", factor}, {"above", Above(rows, risks, deltas)}});
  }
  return what_if;
}

// Each threshold is a question of its own: which side a record is on mostly shows early.
Result<Json> Decide(const RiskRows& rows, const std::vector<double>& deltas, Progress& progress) {
  Json above = Json::array();
  for (const double delta : deltas) {
    GAUZE_ASSIGN(const auto risks,
                 risk::ComputeRecordRisk(rows.input.table, rows.input.settings,
                                         {risk::Goal::Kind::kDecide, delta}, progress));
    above.push_back(Above(rows, risks, {delta}).front());
  }
  return above;
}

Result<RiskRows> ReadRows(Database& database, const RiskOptions& options, const Policy& policy,
                          const InputOptions& input, Progress& progress) {
  if (options.released.empty()) return ReadRiskRows(database, policy, input, progress);
  FileUnderTest file = FileOfTarget(options.released);
  file.missing_markers = policy.missing_markers;
  return ReadReleasedRiskRows(database, file, *policy.risk, input, progress);
}

}  // namespace

Result<Json> AssessRisk(const RiskOptions& options, Progress& progress) {
  GAUZE_ASSIGN(const Policy policy, LoadWithSource(options.run));
  if (!policy.risk) {
    return InputError("the policy does not say what an adversary may know", policy.file,
                      "add a section `risk:` with alpha, known and weights");
  }
  GAUZE_ASSIGN(const auto deltas, DeltasOf(options, policy));
  const auto limit = LimitThreads(options.run.threads);
  GAUZE_ASSIGN(const Budget budget, MakeBudget(options.run.memory));
  GAUZE_ASSIGN(Database database, Database::Open({options.run.threads, ""}));
  GAUZE_TRY(database.LimitMemory(budget.read_engine));
  const InputOptions input{.workers = ThreadsOf(options.run.threads),
                           .row_numbers = !options.records.empty()};
  GAUZE_ASSIGN(const RiskRows rows, ReadRows(database, options, policy, input, progress));
  const risk::RiskTable& table = rows.input.table;
  Json report = {{"rows", rows.rows}, {"distinct", table.tuples()}, {"alpha", policy.risk->alpha}};
  if (options.decide) {
    GAUZE_ASSIGN(report["above"], Decide(rows, deltas, progress));
    return report;
  }
  GAUZE_ASSIGN(const auto risks, Certify(table, rows.input.settings, deltas, progress));
  const double lowest = *std::ranges::min_element(deltas);
  GAUZE_ASSIGN(const Json top, TopSets(rows, risks, lowest, progress));
  GAUZE_ASSIGN(const Json what_if, WhatIf(rows, options.factors, deltas, progress));
  const risk::Histogram histogram = risk::MakeHistogram(table, risks);
  if (!options.records.empty()) {
    GAUZE_TRY(WriteRiskRecords(database, rows, risks, options.records, progress));
  }
  if (!options.picture.empty()) {
    GAUZE_TRY(WriteFile(options.picture, RiskPicture({{"records", histogram}}, deltas.front())));
  }
  double highest = 0;
  double sum = 0;
  double floor = 0;
  for (std::size_t i = 0; i < risks.size(); ++i) {
    highest = std::max(highest, risks[i].hi);
    floor = std::max(floor, risks[i].floor);
    sum += risks[i].hi * static_cast<double>(table.counts[i]);
  }
  Json figures = Json::object();
  for (const auto& [name, value] : risk::HistogramFigures(histogram)) figures[name] = value;
  report.update({{"highest", highest},
                 {"mean", sum / static_cast<double>(rows.rows)},
                 {"floor", floor},
                 {"above", Above(rows, risks, deltas)},
                 {"histogram", figures},
                 {"top_sets", top},
                 {"what_if", what_if}});
  if (options.suppress) {
    GAUZE_ASSIGN(report["suppress"], TrySuppression(rows, *policy.risk, deltas.front(), progress));
  }
  return report;
}

}  // namespace gauze
