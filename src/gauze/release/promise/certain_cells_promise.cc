#include "gauze/release/promise/certain_cells_promise.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <set>

#include "gauze/base/counted.h"
#include "gauze/base/json.h"
#include "gauze/engine/profile/profile.h"
#include "gauze/model/worst_class.h"
#include "gauze/taxonomy/read.h"
#include "gauze/taxonomy/telling/grid.h"
#include "gauze/taxonomy/telling/telling_nodes.h"
#include "gauze/verify/certain_cells.h"

namespace gauze {
namespace {

// By which rule the policy's transform chooses labels.
struct LabelRules {
  bool cells = false;
  bool grid = false;
  std::map<std::string, std::string> steps;
};

LabelRules RulesOf(const Policy& policy) {
  const Parameters& parameters = policy.transform.parameters;
  LabelRules rules;
  if (!parameters.Has("boxes")) return rules;
  rules.cells = parameters.Text("boxes") == "cells";
  rules.grid = parameters.Text("boxes") == "grid";
  if (rules.grid) rules.steps = StepsByColumn(parameters.Names("grid"));
  return rules;
}

Status CheckCertainCells(const Policy& policy, const PolicyEntry& promise) {
  if (policy.transform.parameters.Has("labels")) return {};
  return InputError(fmt::format("no_certain_cells is about labels of classes, and {} makes none",
                                policy.transform.descriptor->name),
                    promise.where,
                    "write transform: {mondrian: {}} or {cluster: {}}, or promise something else");
}

// What the file shows in a column.
Result<std::set<std::string>> ShownLabels(const JudgedFile& judged, const std::string& column) {
  GAUZE_TRY(OpenFile(judged.database, judged.file, "judged_file"));
  GAUZE_ASSIGN(const RawTable raw, CountColumn(judged.database, "judged_file", column));
  const auto& spellings = raw.columns.front().values;
  return std::set<std::string>(spellings.begin(), spellings.end());
}

// The hierarchy of a column, and whether a missing value hangs below its root.
struct ColumnTree {
  std::shared_ptr<const Taxonomy> taxonomy;
  bool missing = false;
};

// As the table has it that is released; of a file that somebody else made, as the policy says. A
// column without a hierarchy then has the values that the file shows.
Result<ColumnTree> TreeOf(const PolicyAttribute& column, const std::set<std::string>& shown,
                          const JudgedFile& judged) {
  const auto& attributes = judged.schema.table.attributes;
  const auto found = std::ranges::find(attributes, column.attribute.name, &Attribute::name);
  if (found != attributes.end()) {
    const auto at = static_cast<std::size_t>(found - attributes.begin());
    return ColumnTree{judged.schema.taxonomies[at], judged.schema.table.domains[at].has_missing()};
  }
  ColumnTree tree{nullptr, shown.contains("")};
  if (column.hierarchy.builder != nullptr) {
    return InputError("the hierarchy is made from values, which this file does not show",
                      fmt::format("column {}", column.attribute.name),
                      "verify the folder of the release: its manifest says what is needed");
  }
  if (!column.hierarchy.file.empty()) {
    GAUZE_ASSIGN(Taxonomy read, ReadTaxonomy(column.hierarchy.file));
    tree.taxonomy = std::make_shared<const Taxonomy>(std::move(read));
    return tree;
  }
  TaxonomyBuilder builder;
  const std::string where = fmt::format("column {}", column.attribute.name);
  for (const std::string& label : shown) {
    if (label != "*" && !label.empty()) GAUZE_TRY(builder.Add({label}, where));
  }
  if (shown.size() > (shown.contains("*") ? 1U : 0U)) {
    GAUZE_ASSIGN(Taxonomy flat, builder.Finish(where));
    tree.taxonomy = std::make_shared<const Taxonomy>(std::move(flat));
  }
  return tree;
}

// Every node that a label may have been chosen for, with the number of its children: two, or more.
// Names of values that are not shown stay out of it.
Json NodesJson(const ColumnTree& tree, const std::set<std::string>& shown, bool raised) {
  const Taxonomy& taxonomy = *tree.taxonomy;
  const TellingNodes telling = FindTellingNodes(taxonomy, tree.missing, raised);
  std::map<NodeId, Json> reasons;
  for (NodeId node = 0; node < taxonomy.nodes().size(); ++node) {
    const NodeId label = telling.shown[node];
    if (taxonomy.IsLeaf(node) || !shown.contains(taxonomy[label].label)) continue;
    auto& all = reasons.emplace(label, Json::array()).first->second;
    const bool missing = node == Taxonomy::kRoot && tree.missing;
    const std::size_t children = taxonomy[node].children.size() + (missing ? 1 : 0);
    if (children < 2) continue;
    Json leaves = Json::array();
    if (children == 2) {
      for (const NodeId child : taxonomy[node].children) {
        if (const auto leaf = OnlyLeafBelow(taxonomy, child)) leaves.push_back(*leaf);
      }
      if (missing) leaves.push_back(-1);
    }
    all.push_back({{"children", std::min<std::size_t>(children, 3)}, {"leaves", leaves}});
  }
  Json nodes = Json::array();
  for (const auto& [node, all] : reasons) {
    if (!all.empty()) nodes.push_back({{"label", taxonomy[node].label}, {"reasons", all}});
  }
  return nodes;
}

Result<Json> CertainCellsSettings(const Policy& policy, const PolicyEntry& /*promise*/,
                                  const JudgedFile& judged) {
  const LabelRules rules = RulesOf(policy);
  Json columns = Json::array();
  for (const PolicyAttribute& column : policy.attributes) {
    const Attribute& attribute = column.attribute;
    if (attribute.role != Role::kQuasiIdentifying) continue;
    Json json = {{"column", attribute.name}, {"cells", rules.cells}};
    if (IsNumeric(attribute.type) && !column.hierarchy.given()) {
      json["type"] = Name(attribute.type);
      const auto step = rules.steps.find(attribute.name);
      json["step"] = step == rules.steps.end() ? "" : step->second;
    } else {
      GAUZE_ASSIGN(const auto shown, ShownLabels(judged, attribute.name));
      GAUZE_ASSIGN(const ColumnTree tree, TreeOf(column, shown, judged));
      json["nodes"] = tree.taxonomy == nullptr ? Json::array() : NodesJson(tree, shown, rules.grid);
    }
    columns.push_back(std::move(json));
  }
  return Json{{"columns", std::move(columns)}};
}

LabelRule RuleOf(const Json& json) {
  LabelRule rule{.column = json.at("column"),
                 .ranges = json.contains("type"),
                 .cells = json.at("cells").get<bool>()};
  if (rule.ranges) {
    rule.type = ValueTypeFromName(json.at("type").get<std::string>()).value();
    rule.step = json.at("step");
    return rule;
  }
  for (const Json& node : json.at("nodes")) {
    LabelRule::Node read{.label = node.at("label"), .reasons = {}};
    for (const Json& reason : node.at("reasons")) {
      read.reasons.push_back({.children = reason.at("children"),
                              .leaves = reason.at("leaves").get<std::vector<std::int64_t>>()});
    }
    rule.nodes.push_back(std::move(read));
  }
  return rule;
}

// A manifest may have been changed by hand, and a step becomes a part of SQL.
Result<std::vector<LabelRule>> ReadRules(const Json& settings, const std::string& where) {
  const auto changed =
      InputError("the settings of no_certain_cells cannot be read", where,
                 "the manifest was changed by hand: ask its sender for another copy");
  std::vector<LabelRule> rules;
  try {
    for (const Json& json : settings.at("columns")) {
      rules.push_back(RuleOf(json));
      const LabelRule& rule = rules.back();
      if (!rule.step.empty() && !Grid::Parse(rule.type, rule.step, where)) return changed;
    }
  } catch (const Json::exception&) {
    return changed;
  } catch (const std::bad_optional_access&) {
    return changed;
  }
  return rules;
}

double ShareOf(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}

Result<Verdict> JudgeCertainCells(Database& database, const FileUnderTest& file,
                                  const PolicyEntry& promise, const Json& settings,
                                  Progress& /*progress*/) {
  GAUZE_ASSIGN(const auto rules, ReadRules(settings, file.paths.front()));
  GAUZE_ASSIGN(Database connection, database.Connect());
  GAUZE_ASSIGN(const CertainFindings found, FindCertainCells(connection, file, rules));
  const Ratio share = promise.parameters.Number("share");
  const auto within = [&](std::uint64_t part, std::uint64_t whole) {
    return static_cast<Wide>(part) * share.denominator <=
           static_cast<Wide>(whole) * share.numerator;
  };
  Verdict verdict{.claim = promise.Text(), .of = "cell"};
  verdict.holds = within(found.certain, found.hidden) &&
                  within(found.classes_with_whole, found.hidden_classes) && found.off_grid == 0;
  verdict.failing_classes = verdict.holds ? 0 : std::max(found.certain, found.off_grid);
  verdict.judged = found.hidden;
  verdict.worst_value = std::max(ShareOf(found.certain, found.hidden),
                                 ShareOf(found.classes_with_whole, found.hidden_classes));
  verdict.figures = {{"cells.hidden", static_cast<double>(found.hidden)},
                     {"cells.certain", static_cast<double>(found.certain)},
                     {"classes.hidden", static_cast<double>(found.hidden_classes)},
                     {"classes.with_whole_tuple", static_cast<double>(found.classes_with_whole)},
                     {"rows.off_grid", static_cast<double>(found.off_grid)}};
  return verdict;
}

std::uint64_t FigureOf(const Verdict& verdict, std::string_view name) {
  for (const auto& [key, value] : verdict.figures) {
    if (key == name) return static_cast<std::uint64_t>(value);
  }
  return 0;
}

std::string CertainInWords(const Verdict& verdict) {
  if (const std::uint64_t off = FigureOf(verdict, "rows.off_grid"); off > 0) {
    return fmt::format("{} a range that does not end at the lines of its grid",
                       Counted(off, "row has", "rows have"));
  }
  if (verdict.judged == 0) return "no label hides anything";
  return fmt::format("{} of {} are certain, and whole tuples in {} of {}",
                     Grouped(FigureOf(verdict, "cells.certain")),
                     Counted(verdict.judged, "hidden cell", "hidden cells"),
                     Grouped(FigureOf(verdict, "classes.with_whole_tuple")),
                     Counted(FigureOf(verdict, "classes.hidden"), "class", "classes"));
}

std::string NotGivenAway(const Parameters& /*parameters*/, double worst,
                         const std::string& /*known*/) {
  if (worst == 0) return "No value that is hidden follows from the labels.";
  return fmt::format("At most {} of the values that are hidden follow from the labels.",
                     PercentAtMost(worst));
}

}  // namespace

TablePromiseEntry CertainCellsPromise() {
  return {
      .descriptor =
          {
              .name = "no_certain_cells",
              .summary = "labels give hardly any value away that they hide",
              .parameters = {{.name = "share",
                              .type = ParameterType::kNumber,
                              .summary = "largest share of hidden cells that may be certain, and "
                                         "of classes that hide something in which everything "
                                         "about somebody may be; smaller demands more",
                              .minimum = "0",
                              .maximum = "1"}},
              .guarantees = "of the cells that labels hide, at most this share is the same in "
                            "every table with these labels",
              .not_covered = "what becomes likely without being certain; what follows from how "
                             "classes were chosen, or from what an adversary knows of people",
              .reference = "Cohen: Attacks on Deidentification's Defenses, USENIX Security 2022",
          },
      .check = CheckCertainCells,
      .settings = CertainCellsSettings,
      .judge = JudgeCertainCells,
      .in_words = CertainInWords,
      .plain_words = NotGivenAway,
      .if_broken =
          "write boxes: {grid: {COLUMN: STEP}} in the transform, with longer steps, give "
          "columns of two values a hierarchy or another role, or allow a larger share",
  };
}

}  // namespace gauze
