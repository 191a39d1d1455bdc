#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gauze {

// What a column is to an adversary, and so what happens to it (definitions: attribute roles).
enum class Role : std::uint8_t {
  kIdentifying,       // dropped
  kQuasiIdentifying,  // generalised
  kSensitive,         // kept and protected
  kQuasiSensitive,    // set-valued, linkable to a secret through public knowledge
  kInsensitive,       // kept
  kChoice,            // a person's own privacy choice, never published
  kEntity,            // the person's key where a person has several rows, never published
  kUndecided,         // what `gauze init` writes; `run` refuses it
};

enum class ValueType : std::uint8_t {
  kInteger,
  kDecimal,
  kDate,
  kTimestamp,
  kBoolean,
  kText,
  kSet,  // several terms in one cell
};

// What a missing cell means (docs/missing.md).
enum class MissingPolicy : std::uint8_t {
  kOwnValue,  // a value of its own, directly under the root
  kWildcard,  // could be anything: released as the root, "*"
  kReject,    // an error
};

// The name as written in a policy, and back.
std::string_view Name(Role role);
std::string_view Name(ValueType type);
std::string_view Name(MissingPolicy policy);
const std::vector<std::string>& RoleNames();
const std::vector<std::string>& ValueTypeNames();
const std::vector<std::string>& MissingPolicyNames();
std::optional<Role> RoleFromName(std::string_view name);
std::optional<ValueType> ValueTypeFromName(std::string_view name);
std::optional<MissingPolicy> MissingPolicyFromName(std::string_view name);

// Numbers and dates: ordered, with a distance.
bool IsNumeric(ValueType type);

// A column of the input. What a policy says of it, apart from its hierarchy.
struct Attribute {
  std::string name;
  Role role = Role::kUndecided;
  ValueType type = ValueType::kText;
  std::string format;           // strptime format of dates and timestamps; empty: ISO 8601
  std::string separator = ";";  // between the terms of a set: one character
  // Of a set whose terms are flags in columns of their own: the names of these columns, which are
  // the terms. Empty: the terms are in one cell.
  std::vector<std::string> flags;
};

}  // namespace gauze
