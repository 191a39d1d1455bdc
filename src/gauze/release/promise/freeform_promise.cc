#include "gauze/release/promise/freeform_promise.h"

#include <fmt/format.h>

#include <map>
#include <set>

#include "gauze/base/counted.h"
#include "gauze/base/json.h"
#include "gauze/engine/profile/profile.h"
#include "gauze/model/freeform/make_tree.h"
#include "gauze/model/freeform/promise.h"
#include "gauze/model/worst_class.h"
#include "gauze/verify/freeform.h"

namespace gauze {
namespace {

// A list of values says more than the node above them, and how sensitive a list is nobody defined.
Status CheckLabels(const Policy& policy, const PolicyEntry::Column& column) {
  const Parameters& transform = policy.transform.parameters;
  if (!transform.Has("labels") || transform.Text("labels") == "node") return {};
  return InputError(
      fmt::format("\"{}\" is guarded, and would be released as lists of values", column.name),
      column.where,
      fmt::format("write transform: {{{}: {{labels: node}}}}, or make the column "
                  "sensitive",
                  policy.transform.descriptor->name));
}

Status CheckFreeform(const Policy& policy, const PolicyEntry& promise) {
  GAUZE_TRY(freeform::BreachRulesOf(promise));
  for (const PolicyEntry::Column& column : promise.columns) {
    GAUZE_TRY(freeform::AttributeRulesOf(promise, column));
    const Role role = policy.Find(column.name)->attribute.role;
    if (role == Role::kSensitive) continue;
    if (role == Role::kQuasiIdentifying) {
      GAUZE_TRY(CheckLabels(policy, column));
      continue;
    }
    return InputError(fmt::format("\"{}\" is guarded, but is {}", column.name, Name(role)),
                      column.where, "a guarded column is quasi_identifying or sensitive");
  }
  return {};
}

// What of a column the file shows: its nodes, and all above them.
Result<std::set<NodeId>> ShownNodes(const JudgedFile& judged, const std::string& column,
                                    const Hierarchy& hierarchy) {
  GAUZE_TRY(OpenFile(judged.database, judged.file, "judged_file"));
  GAUZE_ASSIGN(const RawTable raw, CountColumn(judged.database, "judged_file", column));
  const auto& spellings = raw.columns.front().values;
  const std::set<std::string> shown(spellings.begin(), spellings.end());
  std::set<NodeId> nodes = {Hierarchy::kRoot};
  for (NodeId node = 0; node < hierarchy.nodes().size(); ++node) {
    // The missing leaf has no spelling, and is told of always.
    if (!hierarchy[node].label.empty() && !shown.contains(hierarchy[node].label)) continue;
    for (NodeId above = node; nodes.insert(above).second;) above = hierarchy[above].parent;
  }
  return nodes;
}

Json NodesJson(const freeform::GuardedTree& tree, const Hierarchy& hierarchy,
               const std::set<NodeId>& shown, bool has_missing) {
  std::map<NodeId, std::size_t> index;
  Json nodes = Json::array();
  for (const NodeId node : shown) {
    index.emplace(node, nodes.size());
    const freeform::Share share = tree.SensitivityOf(node);
    const bool missing = has_missing && node + 1 == hierarchy.nodes().size();
    nodes.push_back({{"label", missing ? Json(nullptr) : Json(hierarchy[node].label)},
                     {"parent", index.at(hierarchy[node].parent)},
                     {"observable", tree.Observable(node)},
                     {"sensitivity", {share.numerator, share.denominator}}});
  }
  return nodes;
}

Result<Json> FreeformSettings(const Policy& /*policy*/, const PolicyEntry& promise,
                              const JudgedFile& judged) {
  Json columns = Json::array();
  for (const PolicyEntry::Column& column : promise.columns) {
    const std::size_t attribute = judged.schema.table.Find(column.name);
    GAUZE_ASSIGN(const freeform::GuardedTree tree,
                 freeform::MakeTree(judged.schema, attribute, promise));
    const Hierarchy& hierarchy = *judged.schema.HierarchyOf(attribute);
    GAUZE_ASSIGN(const auto shown, ShownNodes(judged, column.name, hierarchy));
    columns.push_back({{"column", column.name},
                       {"nodes", NodesJson(tree, hierarchy, shown,
                                           judged.schema.table.domains[attribute].has_missing())}});
  }
  return Json{{"columns", std::move(columns)}};
}

FreeformClaim ClaimOf(const PolicyEntry& promise, const Json& settings) {
  FreeformClaim claim{.threat = promise.parameters.Number("threat"),
                      .own = promise.parameters.Boolean("own"),
                      .any = promise.parameters.Text("targets") == "any"};
  for (const Json& json : settings.at("columns")) {
    GuardedColumn column{.name = json.at("column")};
    for (const Json& node : json.at("nodes")) {
      const Json& label = node.at("label");
      column.nodes.push_back(
          {.label = label.is_null() ? std::nullopt : std::optional(label.get<std::string>()),
           .parent = node.at("parent"),
           .observable = node.at("observable"),
           .sensitivity = node.at("sensitivity").at(0),
           .scale = node.at("sensitivity").at(1)});
    }
    claim.columns.push_back(std::move(column));
  }
  return claim;
}

// A manifest may have been changed by hand.
Result<FreeformClaim> ReadClaim(const PolicyEntry& promise, const Json& settings,
                                const std::string& where) {
  const auto changed =
      InputError("the settings of freeform cannot be read", where,
                 "the manifest was changed by hand: ask its sender for another copy");
  try {
    FreeformClaim claim = ClaimOf(promise, settings);
    for (const GuardedColumn& column : claim.columns) {
      if (column.nodes.empty()) return changed;
      for (std::size_t node = 0; node < column.nodes.size(); ++node) {
        if (column.nodes[node].parent > (node == 0 ? 0 : node - 1)) return changed;
        if (column.nodes[node].scale == 0) return changed;
      }
    }
    return claim;
  } catch (const Json::exception&) {
    return changed;
  }
}

Result<Verdict> JudgeFreeform(Database& database, const FileUnderTest& file,
                              const PolicyEntry& promise, const Json& settings,
                              Progress& /*progress*/) {
  GAUZE_ASSIGN(const FreeformClaim claim, ReadClaim(promise, settings, file.paths.front()));
  GAUZE_ASSIGN(Database connection, database.Connect());
  GAUZE_ASSIGN(const FreeformFindings findings, FindFreeformBreaches(connection, file, claim));
  Verdict verdict{.claim = promise.Text(), .of = "attack"};
  verdict.holds = findings.breaches == 0 && findings.unknown_rows == 0;
  verdict.failing_classes = findings.breaches;
  verdict.judged = findings.attacks;
  verdict.worst_value = findings.worst_threat;
  verdict.worst_rows = findings.worst_support;
  verdict.figures = {{"attacks", static_cast<double>(findings.attacks)},
                     {"breaches", static_cast<double>(findings.breaches)},
                     {"rows_with_unknown_values", static_cast<double>(findings.unknown_rows)}};
  return verdict;
}

std::string StrongestAttack(const Verdict& verdict) {
  if (verdict.judged == 0) return "nothing that can be known tells anything";
  return fmt::format("the strongest of {} is a threat of {:.3g}",
                     Counted(verdict.judged, "attack", "attacks"), verdict.worst_value);
}

std::string NotGuessed(const Parameters& /*parameters*/, double worst,
                       const std::string& /*known*/) {
  return fmt::format(
      "Whatever can be observed of a person, a guarded value is guessed with a chance of at most "
      "{}, weighted by how sensitive it is.",
      PercentAtMost(worst));
}

}  // namespace

TablePromiseEntry FreeformPromise() {
  return {
      .descriptor = freeform::FreeformDescriptor(),
      .check = CheckFreeform,
      .settings = FreeformSettings,
      .judge = JudgeFreeform,
      .in_words = StrongestAttack,
      .plain_words = NotGuessed,
  };
}

}  // namespace gauze
