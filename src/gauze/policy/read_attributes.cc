#include "gauze/policy/read_attributes.h"

#include <fmt/format.h>

#include <map>
#include <set>

#include "gauze/base/text/ascii.h"
#include "gauze/base/text/utf8.h"
#include "gauze/policy/keys.h"
#include "gauze/table/value.h"

namespace gauze {
namespace {

// Names of flags are terms, and must read back as they were written.
Status CheckFlags(const PolicyAttribute& set) {
  const Attribute& attribute = set.attribute;
  if (attribute.flags.empty()) return {};
  if (attribute.type != ValueType::kSet) {
    return InputError(
        fmt::format("attribute \"{}\" is made of columns, but not a set", attribute.name),
        set.where, "give it `type: set`");
  }
  std::set<std::string> seen;
  for (const std::string& flag : attribute.flags) {
    if (!seen.insert(LowerCase(flag)).second) {
      return InputError(fmt::format("\"{}\" is twice in \"{}\"", flag, attribute.name), set.where,
                        "name each column once");
    }
    if (CanonicalSet(flag, attribute.separator) != flag || flag.empty()) {
      return InputError(fmt::format("\"{}\" cannot be a term of \"{}\"", flag, attribute.name),
                        set.where,
                        "names of its columns have no blanks around them, and not its separator");
    }
  }
  return {};
}

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
    } else if (key == "columns") {
      GAUZE_ASSIGN(result.attribute.flags, yaml.Scalars(value, "columns"));
      if (result.attribute.flags.empty()) {
        return InputError("columns names none", key_where,
                          "name the flags: columns: [fever, cough]");
      }
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
  GAUZE_TRY(CheckFlags(result));
  return result;
}

// A column that is part of a set is nothing else. Upper and lower case make no difference.
Status CheckPartsOfSets(const std::vector<PolicyAttribute>& attributes) {
  std::map<std::string, std::string> set_of;
  for (const PolicyAttribute& set : attributes) {
    for (const std::string& flag : set.attribute.flags) {
      const auto [other, first] = set_of.try_emplace(LowerCase(flag), set.attribute.name);
      if (first) continue;
      return InputError(fmt::format("\"{}\" is part of \"{}\" and of \"{}\"", flag, other->second,
                                    set.attribute.name),
                        set.where, "a column is part of one set");
    }
  }
  for (const PolicyAttribute& attribute : attributes) {
    const auto part = set_of.find(LowerCase(attribute.attribute.name));
    if (part == set_of.end()) continue;
    return InputError(fmt::format("\"{}\" is part of \"{}\", and listed by itself",
                                  attribute.attribute.name, part->second),
                      attribute.where,
                      "leave one of both out: what is part of a set is released with it alone");
  }
  return {};
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
  GAUZE_TRY(CheckPartsOfSets(attributes));
  return attributes;
}

}  // namespace gauze
