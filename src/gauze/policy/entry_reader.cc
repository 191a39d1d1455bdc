#include "gauze/policy/entry_reader.h"

#include <fmt/format.h>

#include <algorithm>

namespace gauze {
namespace {

const Descriptor* FindDescriptor(const std::vector<const Descriptor*>& descriptors,
                                 std::string_view name) {
  const auto found = std::ranges::find(descriptors, name, &Descriptor::name);
  return found == descriptors.end() ? nullptr : *found;
}

// Of names that have a value each: {age: 5} is "age=5".
Result<std::vector<std::string>> NamedValues(const YamlReader& yaml, const YAML::Node& node,
                                             const std::string& key) {
  std::vector<std::string> named;
  GAUZE_ASSIGN(const auto entries, yaml.Map(node, key, {}));
  for (const auto& [name, value, where] : entries) {
    GAUZE_ASSIGN(const std::string text, yaml.Scalar(value, name));
    named.push_back(fmt::format("{}={}", name, text));
  }
  return named;
}

}  // namespace

std::vector<std::string> NamesOf(const std::vector<const Descriptor*>& descriptors) {
  std::vector<std::string> names;
  for (const Descriptor* descriptor : descriptors) names.push_back(descriptor->name);
  return names;
}

std::string EntryReader::Resolve(const std::string& path) const {
  return std::filesystem::path(path).is_absolute() ? path : (folder_ / path).string();
}

Result<HierarchySource> EntryReader::Hierarchy(const YAML::Node& node) const {
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
                 Parameters::Make(
                     source.builder->descriptor,
                     {{source.builder->short_form, entry.value.Scalar(), yaml_.Where(entry.value)}},
                     entry.where));
    return source;
  }
  GAUZE_ASSIGN(source.parameters,
               ReadParameters(entry.value, source.builder->descriptor, entry.where));
  return source;
}

Result<Parameters> EntryReader::ReadParameters(const YAML::Node& node, const Descriptor& descriptor,
                                               const std::string& where) const {
  std::vector<RawParameter> raw;
  if (!node.IsNull()) {
    GAUZE_ASSIGN(const auto entries, yaml_.Map(node, descriptor.name, {}));
    for (const auto& [key, value, key_where] : entries) {
      GAUZE_TRY(ReadParameter(key, value, descriptor, raw));
    }
  }
  return Parameters::Make(descriptor, raw, where);
}

Status EntryReader::ReadParameter(const std::string& key, const YAML::Node& value,
                                  const Descriptor& descriptor,
                                  std::vector<RawParameter>& raw) const {
  const auto known = std::ranges::find(descriptor.parameters, key, &Parameter::name);
  if (known == descriptor.parameters.end()) {
    raw.push_back({.name = key, .where = yaml_.Where(value)});  // refused with the others
    return {};
  }
  if (known->type == ParameterType::kColumns) return {};  // read apart
  if (known->type == ParameterType::kNames) {
    GAUZE_ASSIGN(auto names, known->fields.empty() || !value.IsMap()
                                 ? yaml_.Scalars(value, key)
                                 : NamedValues(yaml_, value, key));
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
Status EntryReader::ReadFullChoice(const Parameter& choice, const YAML::Node& node,
                                   const Descriptor& descriptor,
                                   std::vector<RawParameter>& raw) const {
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
Result<std::vector<PolicyEntry::Column>> EntryReader::ReadColumns(const YAML::Node& node,
                                                                  const Descriptor& descriptor,
                                                                  const std::string& where) const {
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

Result<PolicyEntry> EntryReader::Entry(const YAML::Node& node, std::string_view what,
                                       const std::vector<const Descriptor*>& descriptors) const {
  GAUZE_ASSIGN(const auto entry, yaml_.Single(node, what, NamesOf(descriptors)));
  PolicyEntry result;
  result.descriptor = FindDescriptor(descriptors, entry.key);
  result.where = entry.where;
  GAUZE_ASSIGN(result.parameters, ReadParameters(entry.value, *result.descriptor, entry.where));
  GAUZE_ASSIGN(result.columns, ReadColumns(entry.value, *result.descriptor, entry.where));
  return result;
}

Result<PolicyEntry> EntryReader::Default(const Descriptor* descriptor, const std::string& where) {
  PolicyEntry entry{.descriptor = descriptor, .where = where};
  GAUZE_ASSIGN(entry.parameters, Parameters::Make(*descriptor, {}, where));
  return entry;
}

}  // namespace gauze
