#include "gauze/policy/read_personal.h"

#include <fmt/format.h>

#include <algorithm>

#include "gauze/base/ratio.h"
#include "gauze/base/text/suggest.h"
#include "gauze/policy/keys.h"

namespace gauze {
namespace {

Result<std::string> NotEmpty(const YamlReader& yaml, const YAML::Node& node,
                             const std::string& what, const std::string& hint) {
  GAUZE_ASSIGN(std::string text, yaml.Scalar(node, what));
  if (!text.empty()) return text;
  return InputError(fmt::format("{} is empty", what), yaml.Where(node), hint);
}

Status ReadVault(const YamlReader& yaml, const EntryReader& entries, const YAML::Node& node,
                 PersonalSection& personal) {
  const std::string hint = "write vault: {file: out.vault, server: server.pub}";
  GAUZE_ASSIGN(const auto parts, yaml.Map(node, "vault", keys::kVault));
  for (const auto& [key, value, where] : parts) {
    GAUZE_ASSIGN(const std::string path, NotEmpty(yaml, value, key, hint));
    (key == "file" ? personal.vault : personal.server) = entries.Resolve(path);
  }
  if (!personal.vault.empty() && !personal.server.empty()) return {};
  return InputError("vault needs a file and the key of a server", yaml.Where(node),
                    hint + "; `gauze vault keys server` makes the keys");
}

Result<int> ReadMissingChoice(const YamlReader& yaml, const YAML::Node& node) {
  GAUZE_ASSIGN(const std::string text, yaml.Scalar(node, "missing_choice"));
  for (int choice = 1; choice <= kChoices; ++choice) {
    if (text == std::to_string(choice)) return choice;
  }
  return InputError("missing_choice must be 1, 2 or 3", yaml.Where(node),
                    "1 shows the person's own value, 2 its first alias, 3 its second");
}

Result<std::vector<double>> ReadBounds(const YamlReader& yaml, const YAML::Node& node) {
  const std::string hint = "write the bounds from the smallest: grades: [17, 30, 45, 60, 90]";
  GAUZE_ASSIGN(const auto texts, yaml.Scalars(node, "grades"));
  std::vector<double> bounds;
  for (const std::string& text : texts) {
    const auto ratio = Ratio::Parse(text);
    if (!ratio) {
      return InputError("a bound of a category is not a number", yaml.Where(node),
                        "write it without an exponent, as in 0.005");
    }
    if (!bounds.empty() && ratio->ToDouble() <= bounds.back()) {
      return InputError("the bounds of categories must increase", yaml.Where(node), hint);
    }
    bounds.push_back(ratio->ToDouble());
  }
  if (bounds.size() >= 2) return bounds;
  return InputError("a category needs two bounds", yaml.Where(node), hint);
}

// `education: {aliases: literal, choice: choice}` or `age: {grades: [17, 30, 90]}`.
Result<PersonalSection::Column> ReadColumn(const YamlReader& yaml, const YamlReader::Entry& entry) {
  PersonalSection::Column column{.name = entry.key, .where = entry.where};
  const std::string what = fmt::format("\"{}\" under personal", entry.key);
  GAUZE_ASSIGN(const auto parts, yaml.Map(entry.value, what, keys::kPersonalColumn));
  for (const auto& [key, value, where] : parts) {
    if (key == "grades") {
      GAUZE_ASSIGN(column.bounds, ReadBounds(yaml, value));
    } else if (key == "choice") {
      GAUZE_ASSIGN(column.choice, yaml.Scalar(value, key));
    } else {
      GAUZE_ASSIGN(const std::string mode, yaml.Scalar(value, key));
      const auto found = std::ranges::find(keys::kAliases, mode);
      if (found == keys::kAliases.end()) {
        return InputError(fmt::format("unknown aliases \"{}\"", mode), yaml.Where(value),
                          DidYouMean(mode, keys::kAliases));
      }
      column.aliases = static_cast<AliasMode>(found - keys::kAliases.begin());
    }
  }
  if (column.aliases.has_value() != column.bounds.empty()) {
    return InputError(fmt::format("{} must have either aliases or grades", what), entry.where,
                      "categories get aliases: literal or safe, numbers get grades: [0, 10, 100]");
  }
  if (column.aliases && column.choice.empty()) {
    return InputError(fmt::format("{} does not say which column holds the choices", what),
                      entry.where, "write choice: COLUMN, a column with `role: choice`");
  }
  if (!column.aliases && !column.choice.empty()) {
    return InputError(fmt::format("{} has a choice, but grades apply to everybody", what),
                      entry.where, "leave `choice` out");
  }
  return column;
}

Status CheckAliased(const Policy& policy, const PersonalSection::Column& column,
                    const PolicyAttribute& attribute) {
  if (attribute.attribute.type != ValueType::kText) {
    return InputError(
        fmt::format("\"{}\" gets aliases, but is {}", column.name, Name(attribute.attribute.type)),
        column.where, "leave its type out (text), or grade it if it is a number");
  }
  if (column.aliases == AliasMode::kSafe && !attribute.hierarchy.given()) {
    return InputError(
        fmt::format("safe aliases are of what is above a value, but \"{}\" has no hierarchy",
                    column.name),
        column.where, "give the attribute a hierarchy, or write aliases: literal");
  }
  const PolicyAttribute* choice = policy.Find(column.choice);
  if (choice != nullptr && choice->attribute.role == Role::kChoice) return {};
  std::vector<std::string> choices;
  for (const PolicyAttribute& other : policy.attributes) {
    if (other.attribute.role == Role::kChoice) choices.push_back(other.attribute.name);
  }
  return InputError(fmt::format("\"{}\" is not a column of choices", column.choice), column.where,
                    choices.empty()
                        ? "list a column with `role: choice`; `gauze choice` adds it to the data"
                        : DidYouMean(column.choice, choices));
}

}  // namespace

Result<PersonalSection> ReadPersonalSection(const YamlReader& yaml, const EntryReader& entries,
                                            const YAML::Node& node) {
  PersonalSection personal{.where = yaml.Where(node)};
  GAUZE_ASSIGN(const auto parts, yaml.Map(node, "personal", keys::kPersonal));
  for (const auto& [key, value, where] : parts) {
    if (key == "recipient") {
      GAUZE_ASSIGN(personal.recipient,
                   NotEmpty(yaml, value, key, "name the recipient of this release"));
    } else if (key == "vault") {
      GAUZE_TRY(ReadVault(yaml, entries, value, personal));
    } else if (key == "missing_choice") {
      GAUZE_ASSIGN(personal.missing_choice, ReadMissingChoice(yaml, value));
    } else {
      GAUZE_ASSIGN(const auto columns, yaml.Map(value, "attributes of personal", {}));
      for (const auto& column : columns) {
        GAUZE_ASSIGN(auto read, ReadColumn(yaml, column));
        personal.columns.push_back(std::move(read));
      }
    }
  }
  if (personal.recipient.empty() || personal.vault.empty() || personal.columns.empty()) {
    return InputError("personal needs recipient, vault and attributes", personal.where,
                      "attributes: {diagnosis: {aliases: literal, choice: choice}} says which "
                      "columns show aliases");
  }
  const bool aliased = std::ranges::any_of(
      personal.columns, [](const auto& column) { return column.aliases.has_value(); });
  if (aliased && personal.missing_choice == 0) {
    return InputError("the policy does not say what to show for people who made no choice",
                      personal.where, "write missing_choice: 3, or 2, or 1: there is no default");
  }
  return personal;
}

Status CheckPersonalColumns(const Policy& policy) {
  if (!policy.personal) return {};
  if (policy.ledger) {
    return InputError("a ledger cannot have a personal section", policy.personal->where,
                      "make personal releases with `gauze run`, each with aliases of its own");
  }
  std::vector<std::string> names;
  for (const PolicyAttribute& attribute : policy.attributes) {
    names.push_back(attribute.attribute.name);
  }
  for (const PersonalSection::Column& column : policy.personal->columns) {
    const PolicyAttribute* attribute = policy.Find(column.name);
    if (attribute == nullptr) {
      return InputError(
          fmt::format("personal names a column \"{}\" that is not listed", column.name),
          column.where, DidYouMean(column.name, names));
    }
    if (attribute->attribute.role != Role::kSensitive) {
      return InputError(
          fmt::format("aliases and grades are for sensitive columns, but \"{}\" is {}", column.name,
                      Name(attribute->attribute.role)),
          column.where, "give it `role: sensitive`, or leave it out here");
    }
    if (column.aliases) {
      GAUZE_TRY(CheckAliased(policy, column, *attribute));
    } else if (attribute->attribute.type != ValueType::kInteger &&
               attribute->attribute.type != ValueType::kDecimal) {
      return InputError(
          fmt::format("\"{}\" is graded, but is {}", column.name, Name(attribute->attribute.type)),
          column.where, "give it `type: integer` or `type: decimal`");
    }
  }
  return {};
}

}  // namespace gauze
