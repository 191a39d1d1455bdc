#include "gauze/policy/schema/parameter_schema.h"

#include <algorithm>

#include "gauze/base/json.h"

namespace gauze {
namespace {

std::string_view TypeName(ParameterType type) {
  switch (type) {
    case ParameterType::kInteger:
      return "integer";
    case ParameterType::kNumber:
      return "number";
    case ParameterType::kBoolean:
      return "boolean";
    case ParameterType::kChoice:
      return "choice";
    case ParameterType::kAttribute:
      return "attribute";
    case ParameterType::kFile:
      return "file";
    case ParameterType::kNames:
      return "names";
    case ParameterType::kColumns:
      return "columns";
  }
  return "";
}

Json Number(const std::string& text) {
  const Ratio ratio = *Ratio::Parse(text);
  if (ratio.IsInteger()) return ratio.numerator / ratio.denominator;
  return ratio.ToDouble();
}

// What belongs to a choice may also be written inside it: `{belief: beliefs.csv, boost: 0.3}`.
Json ChoiceWith(const Parameter& choice, const std::vector<Parameter>& parameters) {
  Json schema = ParameterSchema(choice);
  const bool has_full_form = std::ranges::any_of(parameters, [&](const Parameter& parameter) {
    return std::ranges::find(choice.choices, parameter.name) != choice.choices.end();
  });
  if (!has_full_form) return schema;
  Json full = {{"type", "object"}, {"properties", Json::object()}};
  for (const Parameter& parameter : parameters) {
    if (parameter.only_with != choice.name) continue;
    full["properties"][parameter.name] = ParameterSchema(parameter);
    full["required"].push_back(parameter.name);
  }
  if (full["properties"].empty()) return schema;
  full["additionalProperties"] = false;
  return {{"description", schema["description"]},
          {"anyOf", Json::array({{{"enum", choice.choices}}, full})}};
}

Json FieldsSchema(const std::vector<Parameter>& parameters) {
  Json schema = {{"type", "object"},
                 {"properties", Json::object()},
                 {"required", Json::array()},
                 {"additionalProperties", false}};
  for (const Parameter& parameter : parameters) {
    schema["properties"][parameter.name] = parameter.type == ParameterType::kChoice
                                               ? ChoiceWith(parameter, parameters)
                                               : ParameterSchema(parameter);
    if (parameter.required()) schema["required"].push_back(parameter.name);
  }
  return schema;
}

}  // namespace

Json Strings() {
  // Unquoted numbers are read as they are written.
  const Json text = {{"type", {"string", "number", "boolean"}}};
  return {{"anyOf", Json::array({text, Json{{"type", "array"}, {"items", text}}})}};
}

Json ParameterSchema(const Parameter& parameter) {
  Json schema;
  schema["description"] = parameter.summary;
  switch (parameter.type) {
    case ParameterType::kInteger:
    case ParameterType::kNumber:
      schema["type"] = TypeName(parameter.type);
      if (!parameter.minimum.empty()) schema["minimum"] = Number(parameter.minimum);
      if (!parameter.maximum.empty()) schema["maximum"] = Number(parameter.maximum);
      if (!parameter.fallback.empty()) schema["default"] = Number(parameter.fallback);
      break;
    case ParameterType::kBoolean:
      schema["type"] = "boolean";
      if (!parameter.fallback.empty()) schema["default"] = parameter.fallback == "true";
      break;
    case ParameterType::kChoice:
      schema["enum"] = parameter.choices;
      if (!parameter.fallback.empty()) schema["default"] = parameter.fallback;
      break;
    case ParameterType::kAttribute:
    case ParameterType::kFile:
      schema["type"] = "string";
      break;
    case ParameterType::kNames:
      if (parameter.fields.empty()) {
        schema.update(Strings());
      } else {
        schema["type"] = "object";
        schema["additionalProperties"] = {{"type", {"string", "number"}}};
      }
      break;
    case ParameterType::kColumns:
      schema["type"] = "object";
      schema["minProperties"] = 1;
      schema["additionalProperties"] = FieldsSchema(parameter.fields);
      break;
  }
  return schema;
}

Json EntrySchema(const Descriptor& descriptor) {
  Json schema = {{"description", descriptor.summary},
                 {"type", "object"},
                 {"properties", Json::object()},
                 {"required", Json::array()},
                 {"additionalProperties", false}};
  for (const Parameter& parameter : descriptor.parameters) {
    schema["properties"][parameter.name] = parameter.type == ParameterType::kChoice
                                               ? ChoiceWith(parameter, descriptor.parameters)
                                               : ParameterSchema(parameter);
    if (parameter.required()) schema["required"].push_back(parameter.name);
    if (!parameter.only_with.empty()) {
      const Json given = {{"required", Json::array({parameter.name})}};
      schema["allOf"].push_back(
          {{"if",
            {{"properties", {{parameter.only_with, {{"const", parameter.only_with_value}}}}},
             {"required", Json::array({parameter.only_with})}}},
           {"then", parameter.fallback.empty() ? given : Json::object()},
           {"else", {{"not", given}}}});
    }
  }
  // `mondrian:` alone stands for all defaults.
  if (schema["required"].empty()) schema["type"] = {"object", "null"};
  return schema;
}

Json OneOf(const std::vector<const Descriptor*>& descriptors) {
  Json schema = {{"type", "object"},
                 {"properties", Json::object()},
                 {"minProperties", 1},
                 {"maxProperties", 1},
                 {"additionalProperties", false}};
  for (const Descriptor* descriptor : descriptors) {
    schema["properties"][descriptor->name] = EntrySchema(*descriptor);
  }
  return schema;
}

Json DescriptorJson(const Descriptor& descriptor) {
  Json json;
  json["name"] = descriptor.name;
  json["summary"] = descriptor.summary;
  json["parameters"] = Json::array();
  for (const Parameter& parameter : descriptor.parameters) {
    Json item = ParameterSchema(parameter);
    item["name"] = parameter.name;
    // Names with a value each are a map.
    const bool map = parameter.type == ParameterType::kNames && !parameter.fields.empty();
    item["type"] = TypeName(map ? ParameterType::kColumns : parameter.type);
    item["required"] = parameter.required();
    json["parameters"].push_back(item);
  }
  json["guarantees"] = descriptor.guarantees;
  json["not_covered"] = descriptor.not_covered;
  json["reference"] = descriptor.reference;
  return json;
}

}  // namespace gauze
