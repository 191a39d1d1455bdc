#include "gauze/release/manifest/manifest.h"

#include <fmt/format.h>

#include <algorithm>

#include "gauze/base/digest.h"
#include "gauze/base/json.h"
#include "gauze/policy/preset.h"
#include "gauze/release/manifest/catalog.h"
#include "gauze/release/manifest/warnings.h"
#include "gauze/release/personal/personal.h"
#include "gauze/release/promise/claims.h"
#include "gauze/release/promise/reference.h"
#include "gauze/release/promise/table_promises.h"
#include "gauze/release/rows/released.h"
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
    Verdict verdict = input.verification.verdicts[i];
    verdict.in_words = InWords(entry, verdict, input.verification.classes);
    Json parameters = Json::object();
    for (const auto& [name, text] : entry.parameters.written()) parameters[name] = text;
    Json promise = {{"claim", entry.Text()},
                    {"model", entry.descriptor->name},
                    {"parameters", parameters},
                    {"holds", verdict.holds},
                    {"sentence", verdict.Sentence()},
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
  sentences.push_back(in_ledger ? "what other releases reveal together with those of this ledger"
                                : "what several releases of overlapping tables reveal together");
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

}  // namespace

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
      {"warnings", TextsOf(Warnings(policy, input.input))},
      {"not_protected", NotProtected(policy, input.in_ledger)},
  };
  for (const auto& [field, text] : policy.about.fields) manifest["about"][field] = text;
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
