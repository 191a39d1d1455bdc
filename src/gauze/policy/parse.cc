#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "gauze/base/file.h"
#include "gauze/base/suggest.h"
#include "gauze/policy/keys.h"
#include "gauze/policy/policy.h"
#include "gauze/policy/read_risk.h"
#include "gauze/policy/yaml_reader.h"
#include "gauze/taxonomy/utf8.h"

namespace gauze {
namespace {

std::vector<std::string> Names(const std::vector<const Descriptor*>& descriptors) {
  std::vector<std::string> names;
  for (const Descriptor* descriptor : descriptors) names.push_back(descriptor->name);
  return names;
}

const Descriptor* FindDescriptor(const std::vector<const Descriptor*>& descriptors,
                                 std::string_view name) {
  const auto found = std::ranges::find(descriptors, name, &Descriptor::name);
  return found == descriptors.end() ? nullptr : *found;
}

// Reads one policy; a method per section.
class Parser {
 public:
  Parser(const std::string& file, const Catalog& catalog)
      : yaml_(file), catalog_(catalog), folder_(std::filesystem::path(file).parent_path()) {}

  Result<Policy> Parse(std::string_view text) {
    GAUZE_ASSIGN(const YAML::Node root, yaml_.Load(text));
    GAUZE_TRY(CheckLooksLikePolicy(root));
    GAUZE_ASSIGN(const auto sections, yaml_.Map(root, "a policy", keys::kPolicy));
    bool version = false;
    for (const auto& [key, node, where] : sections) {
      if (key == "version") {
        version = true;
        if (!node.IsScalar() || node.Scalar() != "1") {
          return InputError("this program reads policies of version 1", yaml_.Where(node),
                            "write `version: 1`, or use a newer Gauze");
        }
      }
      GAUZE_TRY(Section(key, node));
    }
    if (!version) {
      return InputError("the policy does not say its version", yaml_.Where(root),
                        "write `version: 1` on the first line");
    }
    if (policy_.attributes.empty()) {
      return InputError("the policy lists no attributes", yaml_.Where(root),
                        "list every column under `attributes:`; `gauze init data.csv` writes it");
    }
    if (policy_.transform.descriptor == nullptr) {
      policy_.transform.descriptor = catalog_.transforms.front();
      GAUZE_ASSIGN(policy_.transform.parameters,
                   Parameters::Make(*policy_.transform.descriptor, {}, yaml_.Where(root)));
    }
    GAUZE_TRY(CheckAttributeParameters());
    if (policy_.risk) {
      std::vector<Attribute> attributes;
      for (const auto& attribute : policy_.attributes) attributes.push_back(attribute.attribute);
      GAUZE_TRY(CheckRiskColumns(*policy_.risk, attributes));
    }
    return std::move(policy_);
  }

 private:
  Status Section(const std::string& key, const YAML::Node& node) {
    if (key == "source") return Source(node);
    if (key == "csv") return Csv(node);
    if (key == "missing") {
      GAUZE_ASSIGN(policy_.missing,
                   Choice(node, "missing", MissingPolicyNames(), &MissingPolicyFromName));
      return {};
    }
    if (key == "missing_markers") {
      GAUZE_ASSIGN(policy_.missing_markers, yaml_.Scalars(node, "missing_markers"));
      return {};
    }
    if (key == "attributes") return Attributes(node);
    if (key == "protect") return Protect(node);
    if (key == "transform") return Transform(node);
    if (key == "release") return Release(node);
    if (key == "risk") {
      GAUZE_ASSIGN(policy_.risk, ReadRiskSection(yaml_, node));
      return {};
    }
    return {};
  }

  // A file of data given by mistake must not be quoted in an error.
  Status CheckLooksLikePolicy(const YAML::Node& root) const {
    const bool any_known =
        root.IsMap() && std::any_of(root.begin(), root.end(), [](const auto& pair) {
          return pair.first.IsScalar() &&
                 std::ranges::find(keys::kPolicy, pair.first.Scalar()) != keys::kPolicy.end();
        });
    if (any_known) return {};
    return InputError("this does not look like a policy", yaml_.Where(root),
                      "a policy begins with `version: 1`; `gauze init data.csv` writes one");
  }

  std::string Resolve(const std::string& path) const {
    return std::filesystem::path(path).is_absolute() ? path : (folder_ / path).string();
  }

  template <typename Enum>
  Result<Enum> Choice(const YAML::Node& node, const std::string& what,
                      const std::vector<std::string>& names,
                      std::optional<Enum> (*from_name)(std::string_view)) {
    GAUZE_ASSIGN(const std::string text, yaml_.Scalar(node, what));
    const auto value = from_name(text);
    if (!value) {
      return InputError(fmt::format("unknown {} \"{}\"", what, text), yaml_.Where(node),
                        DidYouMean(text, names));
    }
    return *value;
  }

  Status Source(const YAML::Node& node) {
    GAUZE_ASSIGN(const auto paths, yaml_.Scalars(node, "source"));
    for (const std::string& path : paths) policy_.sources.push_back(Resolve(path));
    return {};
  }

  Status Csv(const YAML::Node& node) {
    GAUZE_ASSIGN(const auto entries, yaml_.Map(node, "csv", keys::kCsv));
    for (const auto& [key, value, where] : entries) {
      GAUZE_ASSIGN(const std::string text, yaml_.Scalar(value, key));
      if (key == "encoding" &&
          std::ranges::find(keys::kEncodings, text) == keys::kEncodings.end()) {
        return InputError(fmt::format("unknown encoding \"{}\"", text), yaml_.Where(value),
                          DidYouMean(text, keys::kEncodings));
      }
      if (key != "encoding" && text.size() != 1) {
        return InputError(fmt::format("{} must be one character", key), yaml_.Where(value),
                          R"(a tab is written "\t" with double quotes)");
      }
      (key == "delimiter" ? policy_.csv.delimiter
       : key == "quote"   ? policy_.csv.quote
                          : policy_.csv.encoding) = text;
    }
    return {};
  }

  Status Attributes(const YAML::Node& node) {
    GAUZE_ASSIGN(const auto entries, yaml_.Map(node, "attributes", {}));
    for (const auto& [name, value, where] : entries) {
      GAUZE_ASSIGN(auto attribute, OneAttribute(name, value, where));
      policy_.attributes.push_back(std::move(attribute));
    }
    return {};
  }

  Result<PolicyAttribute> OneAttribute(const std::string& name, const YAML::Node& node,
                                       const std::string& where) {
    PolicyAttribute result;
    result.attribute.name = name;
    result.where = where;
    GAUZE_ASSIGN(const auto entries,
                 yaml_.Map(node, fmt::format("attribute \"{}\"", name), keys::kAttribute));
    bool role = false;
    for (const auto& [key, value, key_where] : entries) {
      if (key == "role") {
        role = true;
        GAUZE_ASSIGN(result.attribute.role, Choice(value, "role", RoleNames(), &RoleFromName));
      } else if (key == "type") {
        GAUZE_ASSIGN(result.attribute.type,
                     Choice(value, "type", ValueTypeNames(), &ValueTypeFromName));
      } else if (key == "format") {
        GAUZE_ASSIGN(result.attribute.format, yaml_.Scalar(value, "format"));
      } else if (key == "separator") {
        GAUZE_ASSIGN(result.attribute.separator, yaml_.Scalar(value, "separator"));
      } else {
        GAUZE_ASSIGN(result.hierarchy, Hierarchy(value));
      }
    }
    if (!role) {
      return InputError(fmt::format("attribute \"{}\" has no role", name), where,
                        "say what it is to an adversary: identifying, quasi_identifying, "
                        "sensitive or insensitive");
    }
    if (result.attribute.role == Role::kQuasiSensitive &&
        result.attribute.type != ValueType::kSet) {
      return InputError(fmt::format("attribute \"{}\" is quasi_sensitive but no set", name), where,
                        "give it `type: set`: terms in one cell, with a separator between them");
    }
    // Longer ones can overlap with themselves, and a set would not read back as it was written.
    if (Utf8Characters(result.attribute.separator).size() != 1) {
      return InputError("a separator must be one character", where, "write separator: \";\"");
    }
    return result;
  }

  Result<HierarchySource> Hierarchy(const YAML::Node& node) {
    HierarchySource source;
    source.where = yaml_.Where(node);
    if (node.IsScalar()) {
      source.file = Resolve(node.Scalar());
      return source;
    }
    std::vector<std::string> names;
    for (const HierarchyBuilder& builder : HierarchyBuilders()) {
      names.push_back(builder.descriptor.name);
    }
    GAUZE_ASSIGN(const auto entry, yaml_.Single(node, "hierarchy", names));
    source.builder = FindHierarchyBuilder(entry.key);
    if (entry.value.IsScalar() && !source.builder->short_form.empty()) {
      GAUZE_ASSIGN(source.parameters,
                   Parameters::Make(source.builder->descriptor,
                                    {{source.builder->short_form, entry.value.Scalar(),
                                      yaml_.Where(entry.value)}},
                                    entry.where));
      return source;
    }
    GAUZE_ASSIGN(source.parameters,
                 ReadParameters(entry.value, source.builder->descriptor, entry.where));
    return source;
  }

  Result<Parameters> ReadParameters(const YAML::Node& node, const Descriptor& descriptor,
                                    const std::string& where) {
    std::vector<RawParameter> raw;
    if (!node.IsNull()) {
      GAUZE_ASSIGN(const auto entries, yaml_.Map(node, descriptor.name, {}));
      for (const auto& [key, value, key_where] : entries) {
        GAUZE_TRY(ReadParameter(key, value, descriptor, raw));
      }
    }
    return Parameters::Make(descriptor, raw, where);
  }

  Status ReadParameter(const std::string& key, const YAML::Node& value,
                       const Descriptor& descriptor, std::vector<RawParameter>& raw) {
    const auto known = std::ranges::find(descriptor.parameters, key, &Parameter::name);
    if (known == descriptor.parameters.end()) {
      raw.push_back({.name = key, .where = yaml_.Where(value)});  // refused with the others
      return {};
    }
    if (known->type == ParameterType::kColumns) return {};  // read apart
    if (known->type == ParameterType::kNames) {
      GAUZE_ASSIGN(auto names, yaml_.Scalars(value, key));
      raw.push_back({.name = key, .where = yaml_.Where(value), .names = std::move(names)});
      return {};
    }
    if (value.IsMap()) return ReadFullChoice(*known, value, descriptor, raw);
    GAUZE_ASSIGN(std::string text, yaml_.Scalar(value, key));
    std::string path = known->type == ParameterType::kFile && !text.empty() ? Resolve(text) : "";
    raw.push_back({key, std::move(text), yaml_.Where(value), std::move(path)});
    return {};
  }

  // A choice together with the parameters that belong to it: `{belief: beliefs.csv, boost: 0.3}`
  // chooses `belief`, and says what its parameter of the same name is.
  Status ReadFullChoice(const Parameter& choice, const YAML::Node& node,
                        const Descriptor& descriptor, std::vector<RawParameter>& raw) {
    GAUZE_ASSIGN(const auto entries, yaml_.Map(node, choice.name, {}));
    for (const auto& [key, value, where] : entries) {
      if (std::ranges::find(choice.choices, key) != choice.choices.end()) {
        raw.push_back({choice.name, key, where, ""});
      }
      GAUZE_TRY(ReadParameter(key, value, descriptor, raw));
    }
    return {};
  }

  // What an entry says of single columns, if it has a parameter for that.
  Result<std::vector<PolicyEntry::Column>> ReadColumns(const YAML::Node& node,
                                                       const Descriptor& descriptor,
                                                       const std::string& where) {
    const auto wanted =
        std::ranges::find(descriptor.parameters, ParameterType::kColumns, &Parameter::type);
    std::vector<PolicyEntry::Column> columns;
    if (wanted == descriptor.parameters.end()) return columns;
    Descriptor one{.parameters = wanted->fields};
    if (node.IsMap() && node[wanted->name]) {
      GAUZE_ASSIGN(const auto entries, yaml_.Map(node[wanted->name], wanted->name, {}));
      for (const auto& [name, value, column_where] : entries) {
        one.name = fmt::format("\"{}\"", name);
        GAUZE_ASSIGN(Parameters parameters, ReadParameters(value, one, column_where));
        columns.push_back({name, std::move(parameters), column_where});
      }
    }
    if (columns.empty()) {
      return InputError(fmt::format("{} needs {}", descriptor.name, wanted->name), where,
                        wanted->summary);
    }
    return columns;
  }

  Result<PolicyEntry> Entry(const YAML::Node& node, std::string_view what,
                            const std::vector<const Descriptor*>& descriptors) {
    GAUZE_ASSIGN(const auto entry, yaml_.Single(node, what, Names(descriptors)));
    PolicyEntry result;
    result.descriptor = FindDescriptor(descriptors, entry.key);
    result.where = entry.where;
    GAUZE_ASSIGN(result.parameters, ReadParameters(entry.value, *result.descriptor, entry.where));
    GAUZE_ASSIGN(result.columns, ReadColumns(entry.value, *result.descriptor, entry.where));
    return result;
  }

  Status Protect(const YAML::Node& node) {
    if (!node.IsSequence()) {
      return InputError("protect must be a list", yaml_.Where(node),
                        "write `- k_anonymity: {k: 5}`, one model a line");
    }
    for (const auto& item : node) {
      GAUZE_ASSIGN(auto entry, Entry(item, "an entry of protect", catalog_.models));
      policy_.protect.push_back(std::move(entry));
    }
    return {};
  }

  // One transform, or a list: a transform, and steps inside its classes.
  Status Transform(const YAML::Node& node) {
    if (!node.IsSequence()) {
      GAUZE_ASSIGN(policy_.transform, Entry(node, "transform", catalog_.transforms));
      return {};
    }
    if (node.size() == 0) {
      return InputError("transform is an empty list", yaml_.Where(node),
                        "begin with a transform: `- mondrian:`");
    }
    for (const auto& item : node) {
      if (policy_.transform.descriptor == nullptr) {
        GAUZE_ASSIGN(policy_.transform, Entry(item, "transform", catalog_.transforms));
        continue;
      }
      GAUZE_ASSIGN(auto step, Entry(item, "a step after the transform", catalog_.steps));
      policy_.steps.push_back(std::move(step));
    }
    return {};
  }

  Status Release(const YAML::Node& node) {
    GAUZE_ASSIGN(const auto entries, yaml_.Map(node, "release", keys::kRelease));
    for (const auto& [key, value, where] : entries) {
      GAUZE_ASSIGN(const std::string text, yaml_.Scalar(value, key));
      if (key == "directory") {
        policy_.directory = Resolve(text);
        continue;
      }
      const auto& known = key == "format" ? keys::kFormats : keys::kRanges;
      const auto found = std::ranges::find(known, text);
      if (found == known.end()) {
        return InputError(fmt::format("unknown {} \"{}\"", key, text), yaml_.Where(value),
                          DidYouMean(text, known));
      }
      if (key == "format") {
        policy_.format = static_cast<ReleaseFormat>(found - known.begin());
      } else {
        policy_.ranges = static_cast<RangeStyle>(found - known.begin());
      }
    }
    return {};
  }

  // A model that names a column protects it: the column must exist and have the model's role.
  Status CheckAttributeParameters() {
    std::vector<std::string> names;
    for (const auto& attribute : policy_.attributes) names.push_back(attribute.attribute.name);
    for (const PolicyEntry& entry : policy_.protect) {
      for (const PolicyEntry::Column& column : entry.columns) {
        if (policy_.Find(column.name) != nullptr) continue;
        return InputError(fmt::format("{} names a column \"{}\" that is not listed",
                                      entry.descriptor->name, column.name),
                          column.where, DidYouMean(column.name, names));
      }
      for (const Parameter& parameter : entry.descriptor->parameters) {
        if (parameter.type != ParameterType::kAttribute) continue;
        const std::string& name = entry.parameters.Text(parameter.name);
        const PolicyAttribute* attribute = policy_.Find(name);
        if (attribute == nullptr) {
          return InputError(fmt::format("{} names a column \"{}\" that is not listed",
                                        entry.descriptor->name, name),
                            entry.where, DidYouMean(name, names));
        }
        const Role role = attribute->attribute.role;
        if (role != Role::kUndecided && Name(role) != parameter.role) {
          return InputError(
              fmt::format("{} protects {} columns, and \"{}\" is {}", entry.descriptor->name,
                          parameter.role, name, Name(role)),
              entry.where,
              fmt::format("give the column `role: {}`, or name another", parameter.role));
        }
      }
    }
    return {};
  }

  YamlReader yaml_;
  const Catalog& catalog_;
  std::filesystem::path folder_;
  Policy policy_;
};

}  // namespace

Result<Policy> ParsePolicy(std::string_view text, const std::string& file, const Catalog& catalog) {
  Parser parser(file, catalog);
  GAUZE_ASSIGN(Policy policy, parser.Parse(text));
  policy.file = file;
  policy.text = text;
  return policy;
}

Result<Policy> LoadPolicy(const std::string& file, const Catalog& catalog) {
  GAUZE_ASSIGN(const std::string text, ReadFile(file));
  return ParsePolicy(text, file, catalog);
}

}  // namespace gauze
