#include "gauze/release/manifest/warnings.h"

#include <fmt/format.h>

#include <algorithm>

#include "gauze/release/personal/personal.h"
#include "gauze/release/promise/claims.h"
#include "gauze/release/promise/table_promises.h"

namespace gauze {
namespace {

// A misspelt value weighs what `others` say, and nobody would notice.
bool NoneWeighs(const RiskSection& risk, const std::string& column, const Domain& domain) {
  const auto weight = std::ranges::find(risk.weights, column, &RiskSection::Weight::column);
  if (weight == risk.weights.end() || weight->values.empty()) return false;
  return std::ranges::none_of(
      domain.values(), [&](const Value& value) { return weight->values.contains(value.text); });
}

}  // namespace

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
        "the values of column {} repeat, as if people had several rows, but promises count every "
        "row as one person: if it identifies people, give it the role entity",
        column));
  }
  for (std::string& warning : PersonalWarnings(policy, input.schema)) {
    warnings.push_back(std::move(warning));
  }
  return warnings;
}

}  // namespace gauze
