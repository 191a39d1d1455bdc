#include "gauze/release/manifest.h"

#include <fmt/format.h>

#include <algorithm>

#include "gauze/base/digest.h"
#include "gauze/base/json.h"
#include "gauze/policy/preset.h"
#include "gauze/release/catalog.h"
#include "gauze/release/claims.h"
#include "gauze/release/personal.h"
#include "gauze/release/released.h"
#include "gauze/release/table_promise.h"
#include "gauze/transform/persons.h"

namespace gauze {
namespace {

Json TreeJson(const std::vector<VerifiedColumn::Node>& tree) {
  Json nodes = Json::array();
  for (const auto& node : tree) {
    nodes.push_back({{"label", node.label},
                     {"parent", node.parent},
                     {"height", node.height},
                     {"leaf", node.leaf}});
  }
  return nodes;
}

Json ColumnsJson(const ManifestInput& input) {
  Json columns = Json::array();
  for (const PolicyAttribute& listed : input.policy.attributes) {
    const Attribute& attribute = listed.attribute;
    Json column = {{"name", attribute.name},
                   {"role", Name(attribute.role)},
                   {"type", Name(attribute.type)},
                   {"released_as", Json::array()}};
    if (attribute.type == ValueType::kSet) column["separator"] = attribute.separator;
    const std::size_t index = input.input.schema.table.Find(attribute.name);
    if (index < input.input.schema.table.attributes.size()) {
      column["released_as"] = ReleasedNames(input.input.schema, index, input.policy.ranges);
    }
    for (const VerifiedColumn& claimed : input.claimed_columns) {
      if (claimed.name == attribute.name && !claimed.tree.empty()) {
        column["tree"] = TreeJson(claimed.tree);
      }
      if (claimed.name == attribute.name && !claimed.reference.empty()) {
        column["reference"] = ReferenceJson(claimed.reference);
      }
    }
    columns.push_back(std::move(column));
  }
  return columns;
}

Json PromisesJson(const ManifestInput& input) {
  Json promises = Json::array();
  for (std::size_t i = 0; i < input.policy.protect.size(); ++i) {
    const PolicyEntry& entry = input.policy.protect[i];
    const Verdict& verdict = input.verification.verdicts[i];
    Json parameters = Json::object();
    for (const auto& [name, text] : entry.parameters.written()) parameters[name] = text;
    Json promise = {{"claim", entry.Text()},
                    {"model", entry.descriptor->name},
                    {"parameters", parameters},
                    {"holds", verdict.holds},
                    {"worst_class", {{"value", verdict.worst_value}, {"rows", verdict.worst_rows}}},
                    {"guarantees", entry.descriptor->guarantees},
                    {"not_covered", entry.descriptor->not_covered}};
    if (const auto knowledge = DescribeKnowledge(input.input.schema, entry)) {
      const auto digest = DigestFile(KnowledgePath(entry));
      promise["knowledge_digest"] = digest ? Json("sha256:" + *digest) : Json(nullptr);
      if (!knowledge->prior.empty()) promise["prior"] = knowledge->prior;
    }
    if (FindTablePromise(entry.descriptor->name) != nullptr) {
      promise["settings"] = input.settings[i];
      promise["of"] = verdict.of;
      promise["figures"] = Json::object();
      for (const auto& [name, value] : verdict.figures) promise["figures"][name] = value;
    }
    promises.push_back(std::move(promise));
  }
  return promises;
}

// What each step did, in the words of its figures.
Json StepsJson(const ManifestInput& input) {
  Json steps = Json::array();
  for (std::size_t i = 0; i < input.policy.steps.size(); ++i) {
    const PolicyEntry& step = input.policy.steps[i];
    Json figures = Json::object();
    for (const StepFigure& figure :
         FindClassStep(step.descriptor->name)->summary(input.figures[i])) {
      figures[figure.name] = figure.value;
    }
    steps.push_back({{"step", step.Text()}, {"figures", std::move(figures)}});
  }
  return steps;
}

bool HasRole(const Policy& policy, Role role) {
  return std::ranges::any_of(policy.attributes, [&](const PolicyAttribute& attribute) {
    return attribute.attribute.role == role;
  });
}

Json NotProtected(const Policy& policy, bool in_ledger) {
  Json sentences = Json::array();
  sentences.push_back("whether a person is in the table at all");
  sentences.push_back(in_ledger ? "what releases beside this ledger's tell together with them"
                                : "what several releases of overlapping tables tell together");
  if (HasRole(policy, Role::kInsensitive)) {
    sentences.push_back("insensitive columns: they are released as they are");
  }
  if (policy.personal) {
    sentences.push_back("aliases and grades: " + std::string(kPersonalNote));
  }
  if (policy.preset != nullptr) {
    const Descriptor& preset = policy.preset->descriptor;
    sentences.push_back("preset " + preset.name + ": " + preset.not_covered);
  }
  for (const PolicyEntry& entry : policy.protect) {
    sentences.push_back(entry.descriptor->name + ": " + entry.descriptor->not_covered);
  }
  return sentences;
}

// A misspelt value weighs what `others` say, and nobody would notice.
bool NoneWeighs(const RiskSection& risk, const std::string& column, const Domain& domain) {
  const auto weight = std::ranges::find(risk.weights, column, &RiskSection::Weight::column);
  if (weight == risk.weights.end() || weight->values.empty()) return false;
  return std::ranges::none_of(
      domain.values(), [&](const Value& value) { return weight->values.contains(value.text); });
}

}  // namespace

Json ReferenceJson(const Reference& reference) {
  Json json = Json::array();
  for (const auto& [value, rows, nameless] : reference) {
    if (nameless) {
      json.push_back(Json::array({rows}));
    } else {
      json.push_back({value ? Json(*value) : Json(nullptr), rows});
    }
  }
  return json;
}

std::vector<std::string> Warnings(const Policy& policy, const Input& input) {
  std::vector<std::string> warnings;
  const Table& table = input.schema.table;
  for (std::size_t i = 0; i < table.attributes.size(); ++i) {
    const Attribute& attribute = table.attributes[i];
    const bool protected_by_model =
        std::ranges::any_of(policy.protect, [&](const PolicyEntry& entry) {
          return ClaimedAttribute(entry) == attribute.name || policy.Guards(attribute.name) ||
                 (FindTablePromise(entry.descriptor->name) != nullptr && policy.risk &&
                  policy.risk->Weighs(attribute.name));
        });
    const bool disguised = policy.personal && policy.personal->Find(attribute.name) != nullptr;
    if (attribute.role == Role::kSensitive && !protected_by_model && !disguised) {
      warnings.push_back(fmt::format(
          "column {} is sensitive, but no model protects it: a class may hold one value only",
          attribute.name));
    }
    if (attribute.role == Role::kQuasiSensitive && !protected_by_model) {
      warnings.push_back(
          fmt::format("column {} is quasi_sensitive, but no model protects it: its terms are "
                      "released as they are",
                      attribute.name));
    }
    if (policy.risk && NoneWeighs(*policy.risk, attribute.name, table.domains[i])) {
      warnings.push_back(
          fmt::format("column {}: none of the values that are listed under weights occurs: check "
                      "their spelling",
                      attribute.name));
    }
    const bool carried = std::ranges::find(input.carried, i) != input.carried.end();
    if (attribute.role == Role::kInsensitive && input.rows >= 20 &&
        (carried || table.domains[i].value_count() > input.rows / 2)) {
      warnings.push_back(fmt::format(
          "column {} is insensitive, but most of its values occur once: it may identify people",
          attribute.name));
    }
  }
  for (const std::string& column : input.repeating) {
    warnings.push_back(fmt::format(
        "the values of column {} repeat, as those of persons with several rows do, but promises "
        "count every row as a person: if it names persons, give it the role entity",
        column));
  }
  for (std::string& warning : PersonalWarnings(policy, input.schema)) {
    warnings.push_back(std::move(warning));
  }
  return warnings;
}

// One file, or the parts in order.
static Json DataJson(const std::vector<std::string>& files) {
  return files.size() == 1 ? Json(files.front()) : Json(files);
}

Json MakeManifest(const ManifestInput& input) {
  const Policy& policy = input.policy;
  Json measures;
  for (const Figure& figure : input.measures) measures[figure.name] = figure.value;
  Json transform_figures = Json::object();
  for (const StepFigure& figure : input.transform_figures) {
    transform_figures[figure.name] = figure.value;
  }
  Json manifest = {
      {"manifest_version", kManifestVersion},
      {"gauze", kVersion},
      {"policy_digest", "sha256:" + Digest(policy.text)},
      {"transform", policy.transform.Text()},
      {"transform_figures", transform_figures},
      {"steps", StepsJson(input)},
      {"missing", Name(policy.missing)},
      {"data", DataJson(input.files)},
      {"rows_in", input.input.rows},
      {"rows", input.verification.rows},
      {"suppressed_rows", input.input.rows - input.verification.rows},
      {"classes", input.verification.classes},
      {"persons", RowsOfBusiestPerson(input.input.schema) > 1},
      {"columns", ColumnsJson(input)},
      {"promises", PromisesJson(input)},
      {"measures", measures},
      {"warnings", Warnings(policy, input.input)},
      {"not_protected", NotProtected(policy, input.in_ledger)},
  };
  if (policy.preset != nullptr) manifest["preset"] = policy.preset->descriptor.name;
  if (!input.personal.is_null()) manifest["personal"] = input.personal;
  if (input.uniqueness != nullptr) {
    manifest["uniqueness"] = UniquenessJson(*input.uniqueness, SpokenOf::kReleased);
    if (auto warning = UniquenessWarning(*input.uniqueness, SpokenOf::kReleased)) {
      manifest["warnings"].push_back(*std::move(warning));
    }
  }
  return manifest;
}

}  // namespace gauze
