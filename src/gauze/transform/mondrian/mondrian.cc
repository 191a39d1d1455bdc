#include "gauze/transform/mondrian/mondrian.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "gauze/transform/boxes.h"
#include "gauze/transform/constraints.h"
#include "gauze/transform/mondrian/find_cut.h"
#include "gauze/transform/mondrian/grow.h"
#include "gauze/transform/mondrian/make_classes.h"

namespace gauze {
namespace {

using mondrian::Node;
using mondrian::Options;
using mondrian::Workspace;

Result<Options> ReadOptions(const TransformInput& input, const Parameters& parameters) {
  Options options;
  GAUZE_ASSIGN(options.boxes, ReadBoxes(input, parameters));
  options.choose =
      parameters.Text("choose") == "span" ? Options::Choose::kSpan : Options::Choose::kLoss;
  options.labels = parameters.Text("labels") == "node" ? LabelStyle::kNode : LabelStyle::kSet;
  options.suppress_rows = parameters.Number("suppress_rows");
  options.missing = input.missing;
  return options;
}

Result<Generalization> RunMondrian(const TransformInput& input, const Parameters& parameters,
                                   Progress& progress) {
  GAUZE_ASSIGN(const Constraints constraints, Constraints::Make(input.coded, input.protect));
  GAUZE_TRY(constraints.CheckFeasible());
  GAUZE_ASSIGN(const Options options, ReadOptions(input, parameters));
  Workspace workspace(constraints, options);
  const auto root = mondrian::Grow(workspace, progress);
  auto result = mondrian::MakeClasses(workspace, *root, input.protect);
  if (result) result->label_style = workspace.options.labels;
  return result;
}

// From the root down to the node.
std::vector<const Node*> PathTo(const Node& node) {
  std::vector<const Node*> path;
  for (const Node* step = &node; step != nullptr; step = step->parent) path.push_back(step);
  std::ranges::reverse(path);
  return path;
}

std::string NameOf(const Workspace& workspace, std::size_t qi) {
  return workspace.table.attributes[workspace.quasi_identifiers[qi]].name;
}

Result<std::vector<std::string>> ExplainMondrian(const TransformInput& input,
                                                 const Parameters& parameters,
                                                 std::size_t class_index) {
  GAUZE_ASSIGN(const Constraints constraints, Constraints::Make(input.coded, input.protect));
  GAUZE_TRY(constraints.CheckFeasible());
  GAUZE_ASSIGN(const Options options, ReadOptions(input, parameters));
  Workspace workspace(constraints, options);
  NoProgress progress;
  const auto root = mondrian::Grow(workspace, progress);
  GAUZE_ASSIGN(const Generalization result, mondrian::MakeClasses(workspace, *root, input.protect));
  Check(class_index < result.classes(), "the class exists");
  const std::uint32_t tuple = result.tuples[result.class_begin[class_index]];
  const auto leaves = mondrian::Leaves(*root);
  const auto leaf = std::ranges::find_if(leaves, [&](const Node* node) {
    const auto begin = workspace.order.begin();
    return std::find(begin + node->begin, begin + node->end, tuple) != begin + node->end;
  });

  std::vector<std::string> lines;
  const auto path = PathTo(**leaf);
  lines.push_back(fmt::format("the whole table: {} row{}", root->rows, root->rows == 1 ? "" : "s"));
  for (std::size_t i = 0; i + 1 < path.size(); ++i) {
    const bool left = path[i]->left.get() == path[i + 1];
    lines.push_back(fmt::format("divided by {}: the {} part, {} of {} rows",
                                NameOf(workspace, path[i]->attribute), left ? "lower" : "upper",
                                path[i + 1]->rows, path[i]->rows));
  }
  for (std::size_t j = 0; j < workspace.labelers.size(); ++j) {
    const auto obstacle = mondrian::FindObstacle(workspace, **leaf, j);
    lines.push_back(
        obstacle ? fmt::format(
                       "{}: decided by {}: divided further{}, one part would not keep it",
                       NameOf(workspace, j), constraints.Text(obstacle->failing_model),
                       obstacle->cuts == 1 ? "" : fmt::format(" in any of {} ways", obstacle->cuts))
                 : fmt::format("{}: all rows of the class have this value", NameOf(workspace, j)));
  }
  return lines;
}

}  // namespace

TransformEntry MondrianEntry() {
  TransformEntry entry = {
      .descriptor =
          {
              .name = "mondrian",
              .summary = "cuts the table in two, again and again, while both sides keep every "
                         "promise; boxes never overlap",
              .parameters =
                  {
                      {.name = "choose",
                       .type = ParameterType::kChoice,
                       .summary = "which cut: span takes the attribute that is spread widest, at "
                                  "its median (fast); loss takes the cut that loses least (slower, "
                                  "keeps more)",
                       .fallback = "loss",
                       .choices = {"span", "loss"}},
                      {.name = "labels",
                       .type = ParameterType::kChoice,
                       .summary = "how categories are printed: node, the lowest node of the "
                                  "hierarchy; set, the list of values (keeps more, harder to read)",
                       .fallback = "node",
                       .choices = {"node", "set"}},
                      {.name = "suppress_rows",
                       .type = ParameterType::kNumber,
                       .summary = "largest share of rows that may be left out of the release; more "
                                  "makes finer classes for the rest",
                       .fallback = "0",
                       .minimum = "0",
                       .maximum = "1"},
                  },
              .guarantees = "every class satisfies every model of the policy",
              .not_covered = "least loss: cuts are chosen greedily, one at a time",
              .reference = "LeFevre, DeWitt, Ramakrishnan: Mondrian Multidimensional k-Anonymity "
                           "(2006)",
          },
      .run = RunMondrian,
      .explain = ExplainMondrian,
      .check = CheckBoxes,
  };
  auto boxes = BoxParameters(
      {"tight", "cells", "grid"},
      "what a class claims: tight, only values that occur in it (keeps more); cells, all that was "
      "cut out, so that the classes cover the domain without a gap; grid, a little more than "
      "occurs, so that labels give no value away");
  auto& parameters = entry.descriptor.parameters;
  parameters.insert(parameters.begin() + 1, std::make_move_iterator(boxes.begin()),
                    std::make_move_iterator(boxes.end()));
  return entry;
}

}  // namespace gauze
