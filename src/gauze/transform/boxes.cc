#include "gauze/transform/boxes.h"

#include <fmt/format.h>

#include "gauze/base/text/suggest.h"

namespace gauze {
namespace {

BoxStyle StyleOf(const std::string& name) {
  return name == "cells" ? BoxStyle::kCells : name == "grid" ? BoxStyle::kGrid : BoxStyle::kTight;
}

Result<Grid> GridOf(const Table& table, std::size_t attribute, const std::string& step) {
  const std::string where = fmt::format("column {}", table.attributes[attribute].name);
  const Domain& domain = table.domains[attribute];
  GAUZE_ASSIGN(Grid grid, Grid::Parse(domain.type(), step, where));
  const bool holds = domain.value_count() == 0 ||
                     (grid.Holds(domain[0]) && grid.Holds(domain[domain.value_count() - 1]));
  if (!holds) {
    return InputError("the column has values too far from zero for the step of its grid", where,
                      "choose a longer step");
  }
  return grid;
}

}  // namespace

std::vector<Parameter> BoxParameters(std::vector<std::string> styles, std::string summary) {
  std::string fallback = styles.front();
  return {{.name = "boxes",
           .type = ParameterType::kChoice,
           .summary = std::move(summary),
           .fallback = std::move(fallback),
           .choices = std::move(styles)},
          {.name = "grid",
           .type = ParameterType::kNames,
           .summary = "the step of every column of numbers or dates that has no hierarchy, such as "
                      "{age: 5, admitted: month}; longer steps hide more and lose more",
           .fallback = kNoGrid,
           .fields = {{.name = "step", .type = ParameterType::kNames}},
           .only_with = "boxes",
           .only_with_value = "grid"}};
}

Result<Boxes> ReadBoxes(const TransformInput& input, const Parameters& parameters) {
  Boxes boxes{.style = StyleOf(parameters.Text("boxes"))};
  if (boxes.style != BoxStyle::kGrid) return boxes;
  if (parameters.Text("labels") == "set") {
    return InputError("boxes: grid needs labels: node, because a list of values gives them away",
                      "transform", "leave out `labels: set`, or `boxes: grid`");
  }
  auto steps = StepsByColumn(parameters.Names("grid"));
  const Table& table = input.coded.table;
  std::vector<std::string> numeric;
  for (const std::size_t attribute : table.WithRole(Role::kQuasiIdentifying)) {
    const std::string& name = table.attributes[attribute].name;
    boxes.grids.emplace_back();
    // A category without any value has no hierarchy.
    const bool categories = !IsNumeric(table.attributes[attribute].type);
    if (categories || input.coded.HierarchyOf(attribute) != nullptr) continue;
    numeric.push_back(name);
    const auto step = steps.find(name);
    if (step == steps.end()) {
      return InputError("the column has no step, so its ranges would end at values that occur",
                        fmt::format("column {}", name),
                        fmt::format("write boxes: {{grid: {{{}: 5}}}} in the transform, with a "
                                    "step that fits",
                                    name));
    }
    GAUZE_ASSIGN(boxes.grids.back(), GridOf(table, attribute, step->second));
    steps.erase(step);
  }
  if (!steps.empty()) {
    return InputError(
        fmt::format("the grid names \"{}\", which shows no ranges", steps.begin()->first),
        "transform", DidYouMean(steps.begin()->first, numeric));
  }
  return boxes;
}

std::vector<Labeler> MakeLabelers(const CodedTable& coded, const Boxes& boxes, LabelStyle labels,
                                  MissingPolicy missing) {
  std::vector<Labeler> labelers;
  for (const std::size_t attribute : coded.table.WithRole(Role::kQuasiIdentifying)) {
    const std::size_t j = labelers.size();
    labelers.emplace_back(coded, attribute, labels, boxes.style, missing,
                          boxes.grids.empty() ? std::nullopt : boxes.grids[j]);
  }
  return labelers;
}

Status CheckBoxes(const TransformInput& input, const Parameters& parameters) {
  GAUZE_TRY(ReadBoxes(input, parameters));
  return {};
}

}  // namespace gauze
