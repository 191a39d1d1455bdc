#include "gauze/transform/suppress_cells/cells_transform.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>

#include "gauze/measure/record_risk/histogram.h"
#include "gauze/transform/alike.h"
#include "gauze/transform/suppress_cells/risk_input.h"
#include "gauze/transform/suppress_cells/suppress_cells.h"

namespace gauze {
namespace {

struct Suppressed {
  RiskInput input;
  double delta = 0;
  risk::CellSuppression result;
};

Result<Suppressed> Suppress(const TransformInput& input, const Parameters& parameters,
                            Progress& progress) {
  Check(input.risk != nullptr, "a policy that promises record_risk says what may be known");
  Suppressed made;
  GAUZE_ASSIGN(made.input, MakeRiskInput(input.coded, *input.risk, input.missing));
  for (const PolicyEntry& promise : input.protect) {
    made.delta = promise.parameters.Number("delta").ToDouble();
  }
  risk::MayLose may{.attributes = 0, .weighing = parameters.Text("cells") == "any"};
  for (std::size_t j = 0; j < made.input.attributes.size(); ++j) {
    const Role role = input.coded.table.attributes[made.input.attributes[j]].role;
    if (role == Role::kQuasiIdentifying) may.attributes |= risk::Mask{1} << j;
  }
  const auto suppress =
      parameters.Text("until") == "fixpoint" ? risk::SuppressUntilSafe : risk::SuppressOnce;
  GAUZE_ASSIGN(made.result,
               suppress(made.input.table, made.input.settings, made.delta, may, progress));
  if (made.result.above_after > 0) {
    const bool once = parameters.Text("until") == "single_pass";
    return tl::unexpected(Error{
        once ? ErrorCode::kPromise : ErrorCode::kInput,
        fmt::format("{} of {} records above delta stay above it", made.result.above_after,
                    made.result.above_before),
        "transform suppress_cells",
        made.result.above_by_floor > 0
            ? fmt::format("{} of them are above it even if nothing is known: promise a larger "
                          "delta, or make the columns that weigh most quasi_identifying",
                          made.result.above_by_floor)
        : once
            ? "one pass is not enough: use until: fixpoint"
            : "promise a larger delta, or allow cells with a weight to be suppressed: cells: any"});
  }
  return made;
}

// What every tuple prints: its values, and * for the cells that it loses.
class Printing {
 public:
  Printing(const TransformInput& input, const Suppressed& made) : table_(input.coded.table) {
    rows_.quasi_identifiers = table_.WithRole(Role::kQuasiIdentifying);
    rows_.labels.resize(rows_.quasi_identifiers.size());
    for (std::size_t q = 0; q < rows_.quasi_identifiers.size(); ++q) {
      MakeLabels(input, q);
      PickLabels(made, q);
    }
    rows_.tuples.resize(table_.counts.size());
    std::iota(rows_.tuples.begin(), rows_.tuples.end(), 0U);
  }

  Generalization Classes() { return GroupAlike(std::move(rows_)); }

 private:
  // A label for each code, and one for suppressed cells, which may be that of missing ones.
  void MakeLabels(const TransformInput& input, std::size_t q) {
    const std::size_t attribute = rows_.quasi_identifiers[q];
    const Labeler labeler(input.coded, attribute, LabelStyle::kSet, BoxStyle::kTight,
                          input.missing);
    std::vector<Label>& labels = rows_.labels[q];
    star_.push_back(table_.domains[attribute].size());
    for (Code code = 0; code < table_.domains[attribute].size(); ++code) {
      labels.push_back(labeler.Make({{code, code}, {code, code}, {code}}));
      if (labels.back().text == "*" && !labels.back().missing) star_.back() = code;
    }
    if (star_.back() == labels.size()) labels.push_back({.text = "*", .loss = 1});
  }

  void PickLabels(const Suppressed& made, std::size_t q) {
    const std::size_t attribute = rows_.quasi_identifiers[q];
    const auto& attributes = made.input.attributes;
    const auto j = std::ranges::find(attributes, attribute) - attributes.begin();
    std::vector<std::uint32_t>& picked = rows_.label_of.emplace_back(table_.counts.size());
    for (std::size_t i = 0; i < picked.size(); ++i) {
      const risk::Mask cells = made.result.cells[made.input.tuple_of[i]];
      picked[i] = (cells >> j & 1U) != 0 ? star_[q] : table_.columns[attribute].Get(i);
    }
  }

  const Table& table_;
  PrintedRows rows_;
  std::vector<std::uint32_t> star_;  // label of suppressed cells, by QI
};

Result<Generalization> RunSuppressCells(const TransformInput& input, const Parameters& parameters,
                                        Progress& progress) {
  GAUZE_ASSIGN(const Suppressed made, Suppress(input, parameters, progress));
  const risk::RiskTable& table = made.input.table;
  GAUZE_ASSIGN(const auto before,
               risk::ComputeRecordRisk(table, made.input.settings, {}, progress));
  Generalization result = Printing(input, made).Classes();
  const auto count = [](std::uint64_t number) { return static_cast<double>(number); };
  result.figures = {{"records_above_before", count(made.result.above_before)},
                    {"cells_suppressed", count(made.result.cells_lost)},
                    {"rounds", count(made.result.rounds)}};
  for (std::size_t j = 0; j < made.input.attributes.size(); ++j) {
    if (made.result.cells_by_attribute[j] == 0) continue;
    result.figures.push_back(
        {"cells_suppressed." + input.coded.table.attributes[made.input.attributes[j]].name,
         count(made.result.cells_by_attribute[j])});
  }
  for (const auto& [name, value] : HistogramFigures(risk::MakeHistogram(table, before))) {
    result.figures.push_back({name, value});
  }
  return result;
}

Result<std::vector<std::string>> ExplainSuppressCells(const TransformInput& input,
                                                      const Parameters& parameters,
                                                      std::size_t class_index) {
  NoProgress silent;
  GAUZE_ASSIGN(const Suppressed made, Suppress(input, parameters, silent));
  const Generalization result = Printing(input, made).Classes();
  const std::uint32_t tuple = made.input.tuple_of[result.tuples[result.class_begin[class_index]]];
  GAUZE_ASSIGN(const auto risk, risk::ComputeRecordRisk(made.input.table, made.input.settings, {},
                                                        silent, std::vector<std::uint32_t>{tuple}));
  std::vector<std::string> lines = {
      fmt::format("its risk was {:.4g}, and {:g} is promised", risk.front().hi, made.delta)};
  std::vector<std::string> names;
  for (std::size_t j = 0; j < made.input.attributes.size(); ++j) {
    if ((made.result.cells[tuple] >> j & 1U) == 0) continue;
    names.push_back(input.coded.table.attributes[made.input.attributes[j]].name);
  }
  lines.push_back(names.empty() ? "nothing had to be suppressed"
                                : fmt::format("suppressed: {}", fmt::join(names, ", ")));
  return lines;
}

}  // namespace

TransformEntry SuppressCellsEntry() {
  return {
      .descriptor =
          {
              .name = "suppress_cells",
              .summary = "replaces single cells of the records at risk by *, and leaves all other "
                         "records as they are",
              .parameters = {{.name = "until",
                              .type = ParameterType::kChoice,
                              .summary = "fixpoint: until no record is above delta; single_pass: "
                                         "the paper's, which usually leaves some and then fails",
                              .fallback = "fixpoint",
                              .choices = {"fixpoint", "single_pass"}},
                             {.name = "cells",
                              .type = ParameterType::kChoice,
                              .summary =
                                  "harmless: a cell that weighs something stays, because a * there "
                                  "would tell what it hides; any: the paper's, which loses fewer",
                              .fallback = "harmless",
                              .choices = {"harmless", "any"}}},
              .guarantees = "record_risk holds; every cell is the original one or *",
              .not_covered = "class models: a record may still be the only one of its kind",
              .reference = "M. Orooji, G. M. Knapp: Improving Suppression to Reduce Disclosure "
                           "Risk and Enhance Data Utility, IISE Annual Conference 2018",
          },
      .run = RunSuppressCells,
      .explain = ExplainSuppressCells,
      .keeps = "record_risk",
  };
}

}  // namespace gauze
