#include "gauze/policy/read_attributes.h"

#include <fmt/format.h>

#include "gauze/base/text/utf8.h"
#include "gauze/policy/keys.h"

namespace gauze {
namespace {

Result<PolicyAttribute> ReadAttribute(const YamlReader& yaml, const EntryReader& reader,
                                      const std::string& name, const YAML::Node& node,
                                      const std::string& where) {
  PolicyAttribute result;
  result.attribute.name = name;
  result.where = where;
  GAUZE_ASSIGN(const auto entries,
               yaml.Map(node, fmt::format("attribute \"{}\"", name), keys::kAttribute));
  bool role = false;
  for (const auto& [key, value, key_where] : entries) {
    if (key == "role") {
      role = true;
      GAUZE_ASSIGN(result.attribute.role, yaml.Choice(value, "role", RoleNames(), &RoleFromName));
    } else if (key == "type") {
      GAUZE_ASSIGN(result.attribute.type,
                   yaml.Choice(value, "type", ValueTypeNames(), &ValueTypeFromName));
    } else if (key == "format") {
      GAUZE_ASSIGN(result.attribute.format, yaml.Scalar(value, "format"));
    } else if (key == "separator") {
      GAUZE_ASSIGN(result.attribute.separator, yaml.Scalar(value, "separator"));
    } else {
      GAUZE_ASSIGN(result.hierarchy, reader.Hierarchy(value));
    }
  }
  if (!role) {
    return InputError(fmt::format("attribute \"{}\" has no role", name), where,
                      "say what it is to an adversary: identifying, quasi_identifying, "
                      "sensitive or insensitive");
  }
  if (result.attribute.role == Role::kQuasiSensitive && result.attribute.type != ValueType::kSet) {
    return InputError(fmt::format("attribute \"{}\" is quasi_sensitive but not a set", name), where,
                      "give it `type: set`: terms in one cell, with a separator between them");
  }
  // Longer ones can overlap with themselves, and a set would not read back as it was written.
  if (Utf8Characters(result.attribute.separator).size() != 1) {
    return InputError("a separator must be one character", where, "write separator: \";\"");
  }
  return result;
}

}  // namespace

Result<std::vector<PolicyAttribute>> ReadAttributes(const YamlReader& yaml,
                                                    const EntryReader& reader,
                                                    const YAML::Node& node) {
  std::vector<PolicyAttribute> attributes;
  GAUZE_ASSIGN(const auto entries, yaml.Map(node, "attributes", {}));
  for (const auto& [name, value, where] : entries) {
    GAUZE_ASSIGN(auto attribute, ReadAttribute(yaml, reader, name, value, where));
    attributes.push_back(std::move(attribute));
  }
  return attributes;
}

}  // namespace gauze
