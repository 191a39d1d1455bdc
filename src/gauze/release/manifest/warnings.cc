#include "gauze/release/manifest/warnings.h"

#include <fmt/format.h>

#include <algorithm>

#include "gauze/release/personal/personal.h"
#include "gauze/release/promise/claims.h"
#include "gauze/release/promise/table_promises.h"
#include "gauze/taxonomy/suggest/code_signs.h"

namespace gauze {
namespace {

// A misspelt value weighs what `others` say, and nobody would notice.
bool NoneWeighs(const RiskSection& risk, const std::string& column, const Domain& domain) {
  const auto weight = std::ranges::find(risk.weights, column, &RiskSection::Weight::column);
  if (weight == risk.weights.end() || weight->values.empty()) return false;
  return std::ranges::none_of(
      domain.values(), [&](const Value& value) { return weight->values.contains(value.text); });
}

// Hierarchies are what labels of quasi-identifiers come from, what guarded values and aliases are
// told by, and what some distances between sensitive values go by.
bool UsesHierarchy(const Policy& policy, const Attribute& attribute) {
  if (attribute.role == Role::kQuasiIdentifying || policy.Guards(attribute.name)) return true;
  if (attribute.role != Role::kSensitive) return false;
  if (policy.personal && policy.personal->Find(attribute.name) != nullptr) return true;
  return std::ranges::any_of(policy.protect, [&](const PolicyEntry& entry) {
    return ClaimedAttribute(entry) == attribute.name && entry.parameters.Has("distance") &&
           entry.parameters.Text("distance") != "equal";
  });
}

bool MasksLostZeros(const HierarchySource& hierarchy, const Domain& domain) {
  return hierarchy.builder != nullptr && hierarchy.builder->descriptor.name == "mask" &&
         LostLeadingZeros(domain.values());
}

}  // namespace

std::vector<Warning> UnusedHierarchies(const Policy& policy) {
  std::vector<Warning> warnings;
  for (const auto& [attribute, hierarchy, where] : policy.attributes) {
    if (!hierarchy.given() || UsesHierarchy(policy, attribute)) continue;
    const bool released = attribute.role == Role::kSensitive ||
                          attribute.role == Role::kInsensitive ||
                          attribute.role == Role::kQuasiSensitive;
    warnings.push_back(
        {fmt::format("column {} has a hierarchy, but no promise and no label uses it: its values "
                     "are {}",
                     attribute.name,
                     released ? "released as they are; give it the role quasi_identifying if they "
                                "should be generalised"
                              : "not released"),
         hierarchy.where.empty() ? where : hierarchy.where});
  }
  return warnings;
}

std::vector<std::string> TextsOf(const std::vector<Warning>& warnings) {
  std::vector<std::string> texts;
  for (const Warning& warning : warnings) texts.push_back(warning.text);
  return texts;
}

std::vector<Warning> Warnings(const Policy& policy, const Input& input) {
  std::vector<Warning> warnings;
  // Of what stands in the policy for a column.
  const auto warn = [&](const std::string& column, std::string text) {
    const PolicyAttribute* written = policy.Find(column);
    warnings.push_back({std::move(text), written != nullptr ? written->where : policy.file});
  };
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
      warn(attribute.name,
           fmt::format(
               "column {} is sensitive, but no model protects it: a class may hold one value only",
               attribute.name));
    }
    if (attribute.role == Role::kQuasiSensitive && !protected_by_model) {
      warn(attribute.name,
           fmt::format("column {} is quasi_sensitive, but no model protects it: its terms are "
                       "released as they are",
                       attribute.name));
    }
    if (policy.risk && NoneWeighs(*policy.risk, attribute.name, table.domains[i])) {
      warn(attribute.name,
           fmt::format("column {}: none of the values that are listed under weights occurs: check "
                       "their spelling",
                       attribute.name));
    }
    const PolicyAttribute* written = policy.Find(attribute.name);
    if (written != nullptr && MasksLostZeros(written->hierarchy, table.domains[i])) {
      warn(attribute.name,
           fmt::format("column {}: most values have the same number of digits and some have fewer, "
                       "as if leading "
                       "zeros were lost: mask then puts these under wrong labels",
                       attribute.name));
    }
    const bool carried = std::ranges::find(input.carried, i) != input.carried.end();
    if (attribute.role == Role::kInsensitive && input.rows >= 20 &&
        (carried || table.domains[i].value_count() > input.rows / 2)) {
      warn(
          attribute.name,
          fmt::format(
              "column {} is insensitive, but most of its values occur once: it may identify people",
              attribute.name));
    }
  }
  for (const std::string& column : input.repeating) {
    warn(column, fmt::format("the values of column {} repeat, as if people had several rows, but "
                             "promises count every "
                             "row as one person: if it identifies people, give it the role entity",
                             column));
  }
  for (std::string& warning : PersonalWarnings(policy, input.schema)) {
    warnings.push_back({std::move(warning), policy.file});
  }
  return warnings;
}

}  // namespace gauze
