#include "gauze/transform/widen/widen_step.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "gauze/base/progress_share.h"
#include "gauze/measure/record_risk/histogram.h"
#include "gauze/transform/constraints.h"
#include "gauze/transform/widen/widen.h"

namespace gauze {
namespace {

bool IsRecordRisk(const PolicyEntry& promise) { return promise.descriptor->name == "record_risk"; }

// A label that covers values of different weights has no weight of its own.
Status CheckWeighing(const Policy& policy, const std::string& where) {
  const Parameters& transform = policy.transform.parameters;
  const bool lists = transform.Has("labels") && transform.Text("labels") == "set";
  for (const RiskSection::Weight& weight : policy.risk->weights) {
    const PolicyAttribute& attribute = *policy.Find(weight.column);
    if (attribute.attribute.role != Role::kQuasiIdentifying || weight.values.empty()) continue;
    const bool single =
        attribute.attribute.type == ValueType::kText && !attribute.hierarchy.given() && !lists;
    if (single) continue;
    return InputError(
        fmt::format("values of \"{}\" weigh differently, and widen would print several of them as "
                    "one label",
                    weight.column),
        where,
        "give all its values one weight, or let it be printed as a single value or *: as text, "
        "without a hierarchy, with labels: node");
  }
  return {};
}

Status CheckWiden(const Policy& policy, const std::vector<PolicyEntry>& promises,
                  const std::string& where) {
  if (promises.empty()) {
    return InputError("widen has nothing to do", where,
                      "promise record_risk, or leave the step out");
  }
  if (policy.steps.back().descriptor->name != "widen") {
    return InputError("widen must be the last step", where,
                      "a step after it may join classes, and print other labels");
  }
  if (policy.risk) return CheckWeighing(policy, where);
  return {};
}

double LossByRows(const Generalization& made, const std::vector<std::uint64_t>& rows) {
  const std::size_t width = made.quasi_identifiers.size();
  double loss = 0;
  double all = 0;
  for (std::size_t c = 0; c < made.classes(); ++c) {
    const auto weight = static_cast<double>(rows[c]);
    all += weight;
    for (std::size_t q = 0; q < width; ++q) {
      loss += weight * made.labels[q][made.class_labels[c * width + q]].loss;
    }
  }
  return all > 0 ? loss / (all * static_cast<double>(width)) : 0;
}

// Classes that print the same are one, at the place of the first.
Generalization JoinAlike(Generalization made) {
  const std::size_t width = made.quasi_identifiers.size();
  std::map<std::vector<std::uint32_t>, std::size_t> group_of;
  std::vector<std::vector<std::size_t>> groups;
  for (std::size_t c = 0; c < made.classes(); ++c) {
    const auto begin = made.class_labels.begin() + static_cast<std::ptrdiff_t>(c * width);
    const std::vector<std::uint32_t> labels(begin, begin + static_cast<std::ptrdiff_t>(width));
    const auto [group, added] = group_of.emplace(labels, groups.size());
    if (added) groups.emplace_back();
    groups[group->second].push_back(c);
  }
  if (groups.size() == made.classes()) return made;
  Generalization joined = made;
  joined.class_labels.clear();
  joined.tuples.clear();
  joined.rows.clear();
  joined.class_begin = {0};
  for (Generalization::Changed& changed : joined.changed) changed.codes.clear();
  for (const auto& classes : groups) {
    for (std::size_t q = 0; q < width; ++q) {
      joined.class_labels.push_back(made.class_labels[classes.front() * width + q]);
    }
    for (const std::size_t c : classes) {
      for (std::size_t i = made.class_begin[c]; i < made.class_begin[c + 1]; ++i) {
        joined.tuples.push_back(made.tuples[i]);
        if (!made.rows.empty()) joined.rows.push_back(made.rows[i]);
        for (std::size_t j = 0; j < made.changed.size(); ++j) {
          joined.changed[j].codes.push_back(made.changed[j].codes[i]);
        }
      }
    }
    joined.class_begin.push_back(joined.tuples.size());
  }
  return joined;
}

// What was raised, in cells of rows.
struct RaisedCells {
  std::uint64_t classes = 0;
  std::uint64_t widened = 0;
  std::uint64_t starred = 0;
};

RaisedCells Compare(const widen::PrintedClasses& classes,
                    const std::vector<std::uint32_t>& before) {
  RaisedCells raised;
  for (std::size_t c = 0; c < classes.classes(); ++c) {
    bool any = false;
    for (std::size_t q = 0; q < classes.width(); ++q) {
      if (classes.label(c, q) == before[c * classes.width() + q]) continue;
      any = true;
      (classes.IsStar(c, q) ? raised.starred : raised.widened) += classes.rows(c);
    }
    if (any) ++raised.classes;
  }
  return raised;
}

Error Stuck(const widen::Widened& widened, bool weighing) {
  return {ErrorCode::kInput,
          fmt::format("{} of {} records above delta stay above it", widened.above_after,
                      widened.above_before),
          "step widen",
          widened.above_by_floor > 0
              ? fmt::format("{} of them are above it even if nothing is known: promise a larger "
                            "delta, or make the columns that weigh most quasi_identifying",
                            widened.above_by_floor)
          : weighing ? "promise a larger delta"
                     : "promise a larger delta, or allow labels with a weight to become *: "
                       "widen: {cells: any}"};
}

// A bar for many counts of risks, each of which begins a stage of its own.
class CountsOfRisk final : public Progress {
 public:
  explicit CountsOfRisk(ProgressShare& share) : share_(share) {}

 private:
  void Begin(std::string_view /*name*/, std::uint64_t /*total*/,
             std::string_view /*unit*/) override {
    share_.Step();
  }

  ProgressShare& share_;
};
constexpr std::uint64_t kExpectedCounts = 60;

Result<std::vector<StepFigure>> RunWiden(const TransformInput& input,
                                         const std::vector<PolicyEntry>& promises,
                                         const Parameters& parameters,
                                         Generalization& generalization, Progress& progress) {
  GAUZE_ASSIGN(const Constraints constraints, Constraints::Make(input.coded, input.protect));
  GAUZE_ASSIGN(auto classes,
               widen::PrintedClasses::Make(input, constraints.monotone(), generalization));
  widen::WidenOptions options{.weighing = parameters.Text("cells") == "any"};
  options.delta = promises.front().parameters.Number("delta").ToDouble();
  for (const PolicyEntry& promise : promises) {
    options.delta = std::min(options.delta, promise.parameters.Number("delta").ToDouble());
  }
  ProgressShare share(progress, input.coded.table.rows, kExpectedCounts);
  CountsOfRisk counts(share);
  GAUZE_ASSIGN(const auto risks,
               risk::ComputeRecordRisk(classes.table(), classes.settings(), {}, counts));
  const auto histogram = risk::MakeHistogram(classes.table(), risks);
  std::vector<std::uint64_t> rows;
  for (std::size_t c = 0; c < classes.classes(); ++c) rows.push_back(classes.rows(c));
  const double loss_before = LossByRows(generalization, rows);
  const std::vector<std::uint32_t> before = generalization.class_labels;
  GAUZE_ASSIGN(const widen::Widened widened, widen::Widen(options, classes, counts));
  if (widened.above_after > 0) return tl::unexpected(Stuck(widened, options.weighing));

  const RaisedCells raised = Compare(classes, before);
  const double loss_after = LossByRows(generalization, rows);
  const std::size_t classes_before = generalization.classes();
  generalization = JoinAlike(std::move(generalization));
  const auto count = [](std::uint64_t number) { return static_cast<double>(number); };
  std::vector<StepFigure> figures = {
      {"records_above_before", count(widened.above_before)},
      {"classes_widened", count(raised.classes)},
      {"classes_joined", count(classes_before - generalization.classes())},
      {"cells_widened", count(raised.widened)},
      {"cells_suppressed", count(raised.starred)},
      {"loss_before", loss_before, true},
      {"loss_after", loss_after, true},
      {"rounds", count(widened.rounds)}};
  for (const auto& [name, value] : risk::HistogramFigures(histogram)) {
    figures.push_back({name, value});
  }
  return figures;
}

std::vector<StepFigure> AsTheyAre(const std::vector<StepFigure>& figures) { return figures; }

}  // namespace

ClassStepEntry WidenEntry() {
  return {
      .descriptor =
          {
              .name = "widen",
              .summary = "raises labels of whole classes, to * at last, until record_risk holds, "
                         "where most risk goes for least loss",
              .parameters = {{.name = "cells",
                              .type = ParameterType::kChoice,
                              .summary = "harmless: a label that weighs something does not become "
                                         "*, because a * there would tell what it hides; any: it "
                                         "may, which loses less",
                              .fallback = "harmless",
                              .choices = {"harmless", "any"}}},
              .guarantees = "record_risk holds, and whatever was promised of classes still does: "
                            "all rows of a class print the same",
              .not_covered = "whoever knows how labels are chosen sees that a class with wide ones "
                             "was at risk",
              .reference = "after M. Orooji, G. M. Knapp: Improving Suppression to Reduce "
                           "Disclosure Risk and Enhance Data Utility, IISE Annual Conference 2018",
          },
      .sees_to = IsRecordRisk,
      .check = CheckWiden,
      .run = RunWiden,
      .summary = AsTheyAre,
      .whole = true,
  };
}

}  // namespace gauze
