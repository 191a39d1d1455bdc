#include "gauze/table/attribute.h"

#include <algorithm>

namespace gauze {
namespace {

// In the order of the enums.
const std::vector<std::string> kRoles = {"identifying",     "quasi_identifying", "sensitive",
                                         "quasi_sensitive", "insensitive",       "choice",
                                         "entity",          "undecided"};
const std::vector<std::string> kTypes = {"integer", "decimal", "date", "timestamp",
                                         "boolean", "text",    "set"};
const std::vector<std::string> kMissing = {"own_value", "wildcard", "reject"};

template <typename Enum>
std::optional<Enum> Find(const std::vector<std::string>& names, std::string_view name) {
  const auto found = std::ranges::find(names, name);
  if (found == names.end()) return std::nullopt;
  return static_cast<Enum>(found - names.begin());
}

}  // namespace

std::string_view Name(Role role) { return kRoles[static_cast<std::size_t>(role)]; }
std::string_view Name(ValueType type) { return kTypes[static_cast<std::size_t>(type)]; }
std::string_view Name(MissingPolicy policy) { return kMissing[static_cast<std::size_t>(policy)]; }
const std::vector<std::string>& RoleNames() { return kRoles; }
const std::vector<std::string>& ValueTypeNames() { return kTypes; }
const std::vector<std::string>& MissingPolicyNames() { return kMissing; }
std::optional<Role> RoleFromName(std::string_view name) { return Find<Role>(kRoles, name); }
std::optional<ValueType> ValueTypeFromName(std::string_view name) {
  return Find<ValueType>(kTypes, name);
}
std::optional<MissingPolicy> MissingPolicyFromName(std::string_view name) {
  return Find<MissingPolicy>(kMissing, name);
}

bool IsNumeric(ValueType type) { return type <= ValueType::kTimestamp; }

}  // namespace gauze
