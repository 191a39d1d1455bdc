#include "gauze/transform/specialize/specialize_transform.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <memory>

#include "gauze/base/counted.h"
#include "gauze/model/freeform/promise.h"
#include "gauze/transform/alike.h"
#include "gauze/transform/specialize/prepare_specialize.h"
#include "gauze/transform/specialize/withhold.h"

namespace gauze {
namespace {

using freeform::Blocked;
using freeform::FreeformInput;
using freeform::Specialized;
using freeform::SpecializeInput;

Status CheckInput(const TransformInput& input, const Parameters& parameters) {
  GAUZE_TRY(PrepareSpecialize(input, parameters));
  return {};
}

struct SpecializedTable {
  FreeformInput input;
  Specialized result;
  std::unique_ptr<const Constraints> classes;
};

Result<SpecializedTable> Make(const TransformInput& input, const Parameters& parameters,
                              Progress& progress) {
  GAUZE_ASSIGN(PreparedSpecialize prepared, PrepareSpecialize(input, parameters));
  GAUZE_ASSIGN(Specialized result, freeform::Specialize(prepared.input.Borrow(input.coded),
                                                        prepared.options, progress));
  return SpecializedTable{.input = std::move(prepared.input),
                          .result = std::move(result),
                          .classes = std::move(prepared.classes)};
}

Label LabelOf(const Hierarchy::Node& node, bool missing, double loss) {
  if (missing) return {.missing = true};
  return {.text = node.label, .loss = loss};
}

Generalization Classes(const TransformInput& input, const SpecializedTable& made) {
  const SpecializeInput borrowed = made.input.Borrow(input.coded);
  const freeform::Pieces pieces = freeform::PiecesOf(borrowed, made.result);
  PrintedRows printed{
      .quasi_identifiers = made.input.attributes, .tuples = pieces.tuples, .rows = pieces.rows};
  for (std::size_t k = 0; k < borrowed.attributes.size(); ++k) {
    const auto& attribute = borrowed.attributes[k];
    const auto& nodes = attribute.hierarchy.nodes();
    const bool has_missing = input.coded.table.domains[made.input.attributes[k]].has_missing();
    auto& labels = printed.labels.emplace_back();
    for (std::size_t node = 0; node < nodes.size(); ++node) {
      const bool missing = has_missing && node + 1 == nodes.size();
      labels.push_back(LabelOf(nodes[node], missing, attribute.loss[node]));
    }
    printed.label_of.push_back(freeform::NodesOf(borrowed, made.result, pieces, k));
  }
  return GroupAlike(std::move(printed));
}

// How fine each column is, and what keeps it from being finer: counts, no values.
std::vector<StepFigure> FiguresOf(const TransformInput& input, const SpecializedTable& made) {
  const auto name = [&](std::size_t k) {
    return input.coded.table.attributes[made.input.attributes[k]].name;
  };
  const Specialized& result = made.result;
  std::vector<StepFigure> figures;
  const bool guards = std::ranges::any_of(input.protect, [](const PolicyEntry& promise) {
    return promise.descriptor->name == freeform::kFreeform;
  });
  if (guards) {
    figures.push_back({"worst_threat", result.worst.ToDouble()});
  }
  figures.push_back({"specialisations", static_cast<double>(result.steps)});
  if (result.guarded_cells > 0) {
    figures.push_back({"cells_withheld", static_cast<double>(result.withheld_cells)});
  }
  std::map<std::pair<std::size_t, std::size_t>, double> blocked;  // by attribute and target's
  std::map<std::size_t, double> by_classes;                       // by attribute
  for (const Blocked& block : result.blocked) {
    ++(block.classes ? by_classes[block.attribute]
                     : blocked[{block.attribute, block.breach.attribute}]);
  }
  for (std::size_t k = 0; k < result.cuts.size(); ++k) {
    figures.push_back({"values." + name(k), static_cast<double>(result.cuts[k].size())});
    if (const auto found = by_classes.find(k); found != by_classes.end()) {
      figures.push_back({fmt::format("blocked.{}.by_classes", name(k)), found->second});
    }
    for (std::size_t target = 0; target < result.cuts.size(); ++target) {
      const auto found = blocked.find({k, target});
      if (found == blocked.end()) continue;
      figures.push_back(
          {fmt::format("blocked.{}.by_attacks_on.{}", name(k), name(target)), found->second});
    }
  }
  return figures;
}

Result<Generalization> RunSpecialize(const TransformInput& input, const Parameters& parameters,
                                     Progress& progress) {
  GAUZE_ASSIGN(const SpecializedTable made, Make(input, parameters, progress));
  Generalization result = Classes(input, made);
  result.figures = FiguresOf(input, made);
  return result;
}

// Why a value stops where it stops, in names of columns.
std::string LineOf(const TransformInput& input, const SpecializedTable& made,
                   const Blocked& block) {
  const auto name = [&](std::size_t k) {
    return input.coded.table.attributes[made.input.attributes[k]].name;
  };
  if (block.classes) {
    return fmt::format("{}: decided by {}: one step finer, {} of {} would not keep it",
                       name(block.attribute), made.classes->Text(block.classes->model),
                       Grouped(block.classes->failing),
                       Counted(block.classes->classes, "class", "classes"));
  }
  const freeform::Breach& breach = block.breach;
  std::vector<std::string> known;
  for (std::size_t k = 0; k < breach.known.size(); ++k) {
    if (breach.known[k] != Hierarchy::kRoot) known.push_back(name(k));
  }
  return fmt::format(
      "{}: decided by freeform: one step finer, {} would leave {} row{}, and {} would be guessed "
      "with a threat of {:.3g}, where {:.3g} is allowed",
      name(block.attribute),
      known.empty() ? "knowing nothing" : fmt::format("knowing {}", fmt::join(known, ", ")),
      breach.support, breach.support == 1 ? "" : "s", name(breach.attribute),
      breach.threat.ToDouble(), made.input.rules.threat.ToDouble());
}

Result<std::vector<std::string>> ExplainSpecialize(const TransformInput& input,
                                                   const Parameters& parameters,
                                                   std::size_t class_index) {
  NoProgress silent;
  GAUZE_ASSIGN(const SpecializedTable made, Make(input, parameters, silent));
  const Generalization result = Classes(input, made);
  std::vector<std::string> lines;
  const std::size_t width = made.input.attributes.size();
  for (std::size_t k = 0; k < width; ++k) {
    const std::uint32_t shown = result.class_labels[class_index * width + k];
    for (const Blocked& block : made.result.blocked) {
      if (block.attribute == k && block.node == shown) lines.push_back(LineOf(input, made, block));
    }
  }
  if (lines.empty()) lines.emplace_back("every column shows its finest values here");
  return lines;
}

}  // namespace

TransformEntry SpecializeEntry() {
  return {
      .descriptor =
          {
              .name = "specialize",
              .summary = "releases every column through one cut of its hierarchy, from the top "
                         "down, as fine as freeform and promises about classes allow",
              .parameters =
                  {{.name = "first",
                    .type = ParameterType::kNames,
                    .summary = "what is made finer before the rest: guarded (columns with guarded "
                               "values), observable (all others), or a list of columns",
                    .fallback = "guarded"},
                   {.name = "choose",
                    .type = ParameterType::kChoice,
                    .summary = "fall: the step that removes most loss; ratio: the one that "
                               "removes most loss per rise of the largest threat",
                    .fallback = "fall",
                    .choices = {"fall", "ratio"}},
                   {.name = "portfolio",
                    .type = ParameterType::kInteger,
                    .summary = "how many orders are tried; the one with least loss is kept, and "
                               "each costs a run",
                    .fallback = "1",
                    .minimum = "1",
                    .maximum = "10000"},
                   {.name = "withhold",
                    .type = ParameterType::kNumber,
                    .summary = "share of guarded cells that may be published as the lowest "
                               "observable value above; a reader who knows the rule knows that "
                               "such a cell is sensitive",
                    .fallback = "0",
                    .minimum = "0",
                    .maximum = "1"}},
              .guarantees = "freeform and promises about classes hold, and no value of any column "
                            "could be replaced by the finer ones below it without breaking one "
                            "(with withhold: 0)",
              .not_covered = "the least possible loss: another set of cuts may lose less",
              .reference = "K. Wang, Y. Xu, A. W. C. Fu, R. C. W. Wong: FF-Anonymity: When "
                           "Quasi-Identifiers Are Missing, ICDE 2009",
          },
      .run = RunSpecialize,
      .explain = ExplainSpecialize,
      .check = CheckInput,
      .keeps = freeform::kFreeform,
      .keeps_joined = true,
  };
}

}  // namespace gauze
