#include "gauze/policy/risk_section.h"

#include <fmt/format.h>

#include <algorithm>

#include "gauze/base/text/suggest.h"

namespace gauze {

bool RiskSection::Weighs(std::string_view column) const {
  return std::ranges::find(weights, column, &Weight::column) != weights.end();
}

Status CheckRiskColumns(const RiskSection& risk, const std::vector<Attribute>& attributes) {
  std::vector<std::string> names;
  for (const Attribute& attribute : attributes) names.push_back(attribute.name);
  const auto find = [&](const std::string& name) {
    return std::ranges::find(attributes, name, &Attribute::name);
  };
  for (const auto& [column, chance] : risk.known) {
    const auto attribute = find(column);
    if (attribute == attributes.end()) {
      return InputError(fmt::format("known names a column \"{}\" that is not listed", column),
                        risk.where, DidYouMean(column, names));
    }
    if (attribute->role != Role::kQuasiIdentifying && attribute->role != Role::kUndecided) {
      return InputError(
          fmt::format("\"{}\" may be known, but is {}", column, Name(attribute->role)), risk.where,
          "columns that may be known are quasi_identifying, even if they are sensitive: the weight "
          "says so");
    }
  }
  for (const RiskSection::Weight& weight : risk.weights) {
    const auto attribute = find(weight.column);
    if (attribute == attributes.end()) {
      return InputError(
          fmt::format("weights name a column \"{}\" that is not listed", weight.column),
          weight.where, DidYouMean(weight.column, names));
    }
    const Role role = attribute->role;
    if (role != Role::kSensitive && role != Role::kQuasiIdentifying && role != Role::kUndecided) {
      return InputError(
          fmt::format("\"{}\" has a weight, but is {}", weight.column, Name(role)), weight.where,
          "columns with a weight are sensitive, or quasi_identifying if they may be known");
    }
  }
  for (const Attribute& attribute : attributes) {
    const bool known = std::ranges::any_of(
        risk.known, [&](const auto& pair) { return pair.first == attribute.name; });
    if (attribute.role == Role::kQuasiIdentifying && !known) {
      return InputError(
          fmt::format(
              "\"{}\" is quasi_identifying, but risk does not say how likely it is to be known",
              attribute.name),
          risk.where,
          fmt::format("add {}: 0.05 under known, 0 if nobody can know it", attribute.name));
    }
  }
  return {};
}

}  // namespace gauze
