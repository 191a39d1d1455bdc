#include "gauze/policy/named_columns.h"

#include <fmt/format.h>

#include "gauze/base/text/suggest.h"
#include "gauze/policy/read_personal.h"

namespace gauze {
namespace {

// A model that names a column protects it: the column must exist and have the model's role.
Status CheckPromisedColumns(const Policy& policy) {
  std::vector<std::string> names;
  for (const auto& attribute : policy.attributes) names.push_back(attribute.attribute.name);
  for (const PolicyEntry& entry : policy.protect) {
    for (const PolicyEntry::Column& column : entry.columns) {
      if (policy.Find(column.name) != nullptr) continue;
      return InputError(fmt::format("{} names a column \"{}\" that is not listed",
                                    entry.descriptor->name, column.name),
                        column.where, DidYouMean(column.name, names));
    }
    for (const Parameter& parameter : entry.descriptor->parameters) {
      if (parameter.type != ParameterType::kAttribute) continue;
      const std::string& name = entry.parameters.Text(parameter.name);
      const PolicyAttribute* attribute = policy.Find(name);
      if (attribute == nullptr) {
        return InputError(fmt::format("{} names a column \"{}\" that is not listed",
                                      entry.descriptor->name, name),
                          entry.where, DidYouMean(name, names));
      }
      const Role role = attribute->attribute.role;
      if (role != Role::kUndecided && Name(role) != parameter.role) {
        return InputError(
            fmt::format("{} protects {} columns, but \"{}\" is {}", entry.descriptor->name,
                        parameter.role, name, Name(role)),
            entry.where,
            fmt::format("give the column `role: {}`, or name another", parameter.role));
      }
    }
  }
  return {};
}

// The columns that a ledger reads beside the table leave no trace in a release.
Status CheckLedgerColumns(const Policy& policy) {
  if (!policy.ledger) return {};
  std::vector<std::string> names;
  for (const auto& attribute : policy.attributes) names.push_back(attribute.attribute.name);
  for (const std::string& name : {policy.ledger->key, policy.ledger->change}) {
    if (name.empty()) continue;
    const PolicyAttribute* attribute = policy.Find(name);
    if (attribute == nullptr) {
      return InputError(fmt::format("ledger names a column \"{}\" that is not listed", name),
                        policy.ledger->where, DidYouMean(name, names));
    }
    if (attribute->attribute.role != Role::kIdentifying) {
      return InputError(fmt::format("\"{}\" tells records apart, but is {}", name,
                                    Name(attribute->attribute.role)),
                        policy.ledger->where,
                        "give it `role: identifying`: it is read but never released");
    }
  }
  return {};
}

}  // namespace

Status CheckNamedColumns(const Policy& policy) {
  GAUZE_TRY(CheckPromisedColumns(policy));
  GAUZE_TRY(CheckLedgerColumns(policy));
  GAUZE_TRY(CheckPersonalColumns(policy));
  if (!policy.risk) return {};
  std::vector<Attribute> attributes;
  for (const auto& attribute : policy.attributes) attributes.push_back(attribute.attribute);
  return CheckRiskColumns(*policy.risk, attributes);
}

}  // namespace gauze
