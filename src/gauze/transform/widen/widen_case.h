#pragma once

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "gauze/base/read_number.h"
#include "gauze/measure/record_risk/random_risk.h"
#include "gauze/transform/cluster/cluster.h"
#include "gauze/transform/constraints.h"
#include "gauze/transform/mondrian/mondrian.h"
#include "gauze/transform/random_case.h"
#include "gauze/transform/widen/widen_step.h"

// For tests: small random classes with a risk, and what is printed of them read as a file would be.

namespace gauze {

// Small random classes, made by a transform that knows nothing of risk, and a section `risk`.
struct WidenCase {
  RandomCase example;
  RiskSection risk;
  Generalization classes;

  TransformInput Input() const {
    return {example.coded, example.policy.protect, example.policy.missing, false, &risk};
  }
};

inline RiskSection RandomSection(std::mt19937_64& random, const RandomCase& example) {
  const auto chance = [&] { return static_cast<double>(random() % 10) / 10; };
  RiskSection section{.alpha = random() % 2 == 0 ? 1.0 : 100.0};
  for (const char* column : {"age", "city", "weight"}) section.known.emplace_back(column, chance());
  section.weights.push_back({.column = "disease",
                             .weight = 1,
                             .values = {{"x", 1}, {"y", 0.5}},
                             .others = 0,
                             .where = ""});
  if (random() % 2 == 0) section.weights.push_back({.column = "income", .weight = 0.5});
  if (random() % 3 == 0) section.weights.push_back({.column = "weight", .weight = 0.3});
  // A flat column may weigh by value: it prints single values and "*".
  const bool flat = !example.policy.attributes[1].hierarchy.given();
  if (random() % 3 == 0 && flat) {
    section.weights.push_back(
        {.column = "city", .weight = 1, .values = {{"a", 1}}, .others = 0.1, .where = ""});
  }
  section.reading = random() % 2 == 0 ? RiskReading::kPaper : RiskReading::kProbability;
  const bool literal = example.policy.missing == MissingPolicy::kOwnValue && random() % 4 == 0;
  section.suppressed = literal ? SuppressedCells::kLiteral : SuppressedCells::kWildcard;
  return section;
}

// How classes are cut and printed. Where values of a label weigh differently it has to be a node.
inline std::vector<RawParameter> RandomParameters(std::mt19937_64& random, const RiskSection& risk,
                                                  bool mondrian) {
  std::vector<RawParameter> raw;
  if (mondrian && random() % 2 == 0) raw.push_back({"boxes", "cells", ""});
  const bool weighs = std::ranges::any_of(
      risk.weights, [](const RiskSection::Weight& weight) { return weight.column == "city"; });
  if (!weighs && random() % 3 == 0) raw.push_back({"labels", "set", ""});
  return raw;
}

// Nothing if a row is not a person, or no class keeps the promises. `any_labels`: classes need not
// print tight ranges and nodes.
inline std::optional<WidenCase> MakeWidenCase(std::mt19937_64& random, bool any_labels) {
  WidenCase made{.example = MakeRandomCase(random), .risk = {}, .classes = {}};
  if (made.example.policy.attributes.size() > 5) return std::nullopt;
  made.risk = RandomSection(random, made.example);
  NoProgress progress;
  const bool mondrian = random() % 2 == 0;
  const TransformEntry entry = mondrian ? MondrianEntry() : ClusterEntry();
  std::vector<RawParameter> raw;
  if (any_labels) raw = RandomParameters(random, made.risk, mondrian);
  const auto parameters = *Parameters::Make(entry.descriptor, raw, "test");
  auto classes = entry.run(made.Input(), parameters, progress);
  if (!classes) return std::nullopt;
  made.classes = *std::move(classes);
  return made;
}

// What the file would show, cell by cell as it is spelled.
inline risk::RandomRisk AsPrinted(const WidenCase& made, const Generalization& classes) {
  const Table& table = made.example.coded.table;
  risk::RandomRisk printed;
  printed.settings.alpha = made.risk.alpha;
  printed.settings.reading = made.risk.reading == RiskReading::kPaper ? risk::Reading::kPaper
                                                                      : risk::Reading::kProbability;
  printed.settings.matching = made.risk.suppressed == SuppressedCells::kWildcard
                                  ? risk::Matching::kWildcard
                                  : risk::Matching::kLiteral;
  std::vector<std::vector<std::optional<std::string>>> rows;  // nothing: suppressed
  const std::size_t width = classes.quasi_identifiers.size();
  for (std::size_t c = 0; c < classes.classes(); ++c) {
    for (std::size_t i = classes.class_begin[c]; i < classes.class_begin[c + 1]; ++i) {
      auto& row = rows.emplace_back();
      printed.table.counts.push_back(classes.RowsOf(table, i));
      for (std::size_t q = 0; q < width; ++q) {
        const std::string& text = classes.labels[q][classes.class_labels[c * width + q]].text;
        row.push_back(text == "*" ? std::nullopt : std::optional(text));
      }
      for (const std::size_t attribute : {3U, 4U}) {
        const Code code = table.columns[attribute].Get(classes.tuples[i]);
        const Domain& domain = table.domains[attribute];
        row.emplace_back(domain.IsMissing(code) ? "" : domain[code].text);
      }
    }
  }
  for (std::size_t j = 0; j < width + 2; ++j) {
    const std::string& name = table.attributes[j].name;
    std::map<std::string, Code> codes;
    for (const auto& row : rows) {
      if (row[j]) codes.emplace(*row[j], static_cast<Code>(codes.size()));
    }
    const auto size = static_cast<Code>(codes.size());
    CodeColumn column(size + 1, rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
      column.Set(i, rows[i][j] ? codes.at(*rows[i][j]) : size);
    }
    printed.table.columns.push_back(std::move(column));
    printed.table.domain_sizes.push_back(size);
    double known = 0;
    for (const auto& [column_name, chance] : made.risk.known) {
      if (column_name == name) known = chance;
    }
    printed.settings.known.push_back(known);
    auto& weights = printed.settings.weights.emplace_back(size, 0.0);
    for (const RiskSection::Weight& weight : made.risk.weights) {
      if (weight.column != name) continue;
      for (const auto& [text, code] : codes) {
        if (text.empty()) continue;
        const auto listed = weight.values.find(text);
        weights[code] = weight.weight * (weight.values.empty()           ? 1
                                         : listed == weight.values.end() ? weight.others.value_or(0)
                                                                         : listed->second);
      }
    }
  }
  return printed;
}

inline long double HighestRisk(const risk::RandomRisk& printed) {
  long double highest = 0;
  for (std::size_t tuple = 0; tuple < printed.table.tuples(); ++tuple) {
    highest = std::max(highest, TrueRisk(printed, tuple));
  }
  return highest;
}

// As a policy would write it.
inline double Shortened(long double number) {
  return ReadNumber(std::to_string(static_cast<double>(number)));
}

inline const Descriptor& RiskDescriptor() {
  static const Descriptor kDescriptor = {
      .name = "record_risk", .parameters = {{.name = "delta", .type = ParameterType::kNumber}}};
  return kDescriptor;
}

inline Result<std::vector<StepFigure>> RunStepOn(const WidenCase& made, double delta,
                                                 const char* cells, Generalization& classes) {
  const ClassStepEntry step = WidenEntry();
  PolicyEntry promise;
  promise.descriptor = &RiskDescriptor();
  promise.parameters =
      *Parameters::Make(RiskDescriptor(), {{"delta", std::to_string(delta), ""}}, "test");
  NoProgress silent;
  return step.run(made.Input(), {promise},
                  *Parameters::Make(step.descriptor, {{"cells", cells, ""}}, "test"), classes,
                  silent);
}

inline double LossOf(const Generalization& classes, const Table& table) {
  double loss = 0;
  const std::size_t width = classes.quasi_identifiers.size();
  for (std::size_t c = 0; c < classes.classes(); ++c) {
    for (std::size_t i = classes.class_begin[c]; i < classes.class_begin[c + 1]; ++i) {
      for (std::size_t q = 0; q < width; ++q) {
        loss += static_cast<double>(classes.RowsOf(table, i)) *
                classes.labels[q][classes.class_labels[c * width + q]].loss;
      }
    }
  }
  return loss;
}

}  // namespace gauze
