#include "gauze/release/promise/record_risk_promise.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "gauze/base/counted.h"
#include "gauze/base/json.h"
#include "gauze/base/read_number.h"
#include "gauze/base/threads.h"
#include "gauze/measure/record_risk/decide_open.h"
#include "gauze/model/worst_class.h"
#include "gauze/policy/keys.h"
#include "gauze/policy/read_risk.h"
#include "gauze/release/input/risk_rows.h"
#include "gauze/release/promise/risk_picture.h"
#include "gauze/release/promise/risk_witness.h"

namespace gauze {
namespace {

// Records whose risk is counted a second time, by other code: those at the highest risk, and as
// many from all over the table.
constexpr std::size_t kWitnessed = 8;

std::vector<std::uint32_t> Witnessed(const std::vector<risk::RecordRisk>& risks) {
  std::vector<std::uint32_t> order(risks.size());
  for (std::uint32_t i = 0; i < order.size(); ++i) order[i] = i;
  const std::size_t highest = std::min(kWitnessed, order.size());
  std::ranges::partial_sort(order, order.begin() + static_cast<std::ptrdiff_t>(highest),
                            [&](std::uint32_t a, std::uint32_t b) {
                              return risks[a].hi != risks[b].hi ? risks[a].hi > risks[b].hi : a < b;
                            });
  order.resize(highest);
  for (std::size_t i = 0; i < highest; ++i) {
    order.push_back(static_cast<std::uint32_t>(i * risks.size() / highest));
  }
  return order;
}

Status CheckRecordRisk(const Policy& policy, const PolicyEntry& promise) {
  if (!policy.risk) {
    return InputError("record_risk needs to know what an adversary may know", promise.where,
                      "add a section `risk:` with alpha, known and weights");
  }
  if (policy.ranges == RangeStyle::kBounds) {
    return InputError("record_risk compares single values, and ranges: bounds writes two columns",
                      promise.where, "use ranges: interval");
  }
  return {};
}

Result<Json> RecordRiskSettings(const Policy& policy, const PolicyEntry& /*promise*/,
                                const JudgedFile& /*judged*/) {
  return RiskJson(*policy.risk);
}

Result<Verdict> JudgeRecordRisk(Database& database, const FileUnderTest& file,
                                const PolicyEntry& promise, const Json& settings,
                                Progress& progress) {
  GAUZE_ASSIGN(const RiskSection risk, RiskFromJson(settings, file.paths.front()));
  GAUZE_ASSIGN(Database connection, database.Connect());
  GAUZE_ASSIGN(const RiskRows rows,
               ReadReleasedRiskRows(connection, file, risk, {.workers = ThreadsOf(0)}, progress));
  const double delta = promise.parameters.Number("delta").ToDouble();
  const risk::RiskTable& table = rows.input.table;
  GAUZE_ASSIGN(auto risks, risk::ComputeRecordRisk(table, rows.input.settings, {}, progress));
  GAUZE_TRY(risk::DecideOpen(table, rows.input.settings, delta, progress, risks));
  Verdict verdict{.claim = promise.Text(), .holds = true, .of = "record"};
  for (std::size_t i = 0; i < risks.size(); ++i) {
    if (risks[i].Above(delta)) verdict.failing_classes += table.counts[i];
  }
  verdict.holds = verdict.failing_classes == 0;
  verdict.judged = std::accumulate(table.counts.begin(), table.counts.end(), std::uint64_t{0});

  verdict.figures = risk::HistogramFigures(risk::MakeHistogram(table, risks));
  const auto witnessed = Witnessed(risks);
  verdict.worst_value = risks[witnessed.front()].hi;
  verdict.worst_rows = table.counts[witnessed.front()];
  GAUZE_TRY(CheckWitnesses(connection, file, risk, rows, witnessed, risks));
  return verdict;
}

std::string HighestRisk(const Verdict& verdict) {
  return fmt::format("the highest risk of {} is {:.3g}",
                     Counted(verdict.judged, "record", "records"), verdict.worst_value);
}

std::string NoHigherRisk(const Parameters& /*parameters*/, double worst,
                         const std::string& /*known*/) {
  return fmt::format(
      "No record has a risk above {}, by the chances and weights that the policy states.",
      AtMost(worst));
}

// The risk of the original records, or of classes before a step, beside that of the released ones.
std::vector<std::pair<std::string, std::string>> Pictures(const Json& manifest) {
  risk::Histogram before;
  for (const auto& [name, value] : manifest.at("transform_figures").items()) {
    risk::ReadHistogramFigure(name, value.get<double>(), before);
  }
  const char* what = before.rows() > 0 ? "original" : "before widening";
  for (const Json& step : manifest.at("steps")) {
    for (const auto& [name, value] : step.at("figures").items()) {
      risk::ReadHistogramFigure(name, value.get<double>(), before);
    }
  }
  for (const Json& promise : manifest.at("promises")) {
    if (promise.at("model") != "record_risk") continue;
    risk::Histogram after;
    for (const auto& [name, value] : promise.at("figures").items()) {
      risk::ReadHistogramFigure(name, value.get<double>(), after);
    }
    const double delta = ReadNumber(promise.at("parameters").at("delta").get<std::string>());
    return {{"record_risk.svg", RiskPicture({{what, before}, {"released", after}}, delta)}};
  }
  return {};
}

}  // namespace

Json RiskJson(const RiskSection& risk) {
  Json known = Json::object();
  for (const auto& [column, chance] : risk.known) known[column] = chance;
  Json weights = Json::object();
  for (const RiskSection::Weight& weight : risk.weights) {
    Json one = {{"weight", weight.weight}};
    if (!weight.values.empty()) one["values"] = weight.values;
    if (weight.others) one["others"] = *weight.others;
    weights[weight.column] = std::move(one);
  }
  return {{"alpha", risk.alpha},
          {"known", known},
          {"weights", weights},
          {"reading", keys::kRiskReadings[static_cast<std::size_t>(risk.reading)]},
          {"suppressed", keys::kSuppressedCells[static_cast<std::size_t>(risk.suppressed)]}};
}

Result<RiskSection> RiskFromJson(const Json& json, const std::string& where) {
  const YamlReader yaml(where);
  GAUZE_ASSIGN(const YAML::Node node, yaml.Load(json.dump()));
  return ReadRiskSection(yaml, node);
}

TablePromiseEntry RecordRiskPromise() {
  return {
      .descriptor =
          {
              .name = "record_risk",
              .summary = "no record's disclosure risk, over every set of columns that an adversary "
                         "may know, is above delta",
              .parameters = {{.name = "delta",
                              .type = ParameterType::kNumber,
                              .summary = "the highest risk that a record may have; smaller demands "
                                         "more, and it scales with alpha",
                              .minimum = "0",
                              .maximum = "1000000000"}},
              .guarantees = "for every record, what an adversary gains on average, over all sets "
                            "of columns and how likely each is known, is at most delta",
              .not_covered = "an adversary who is certain to know a set that the policy calls "
                             "unlikely; knowledge that is not in the columns",
              .reference = "M. Orooji, G. M. Knapp: Improving Suppression to Reduce Disclosure "
                           "Risk and Enhance Data Utility, IISE Annual Conference 2018",
          },
      .check = CheckRecordRisk,
      .settings = RecordRiskSettings,
      .judge = JudgeRecordRisk,
      .in_words = HighestRisk,
      .plain_words = NoHigherRisk,
      .pictures = Pictures,
  };
}

}  // namespace gauze
