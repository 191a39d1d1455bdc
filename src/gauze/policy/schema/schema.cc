#include "gauze/policy/schema/schema.h"

#include "gauze/base/json.h"
#include "gauze/policy/keys.h"
#include "gauze/policy/preset.h"
#include "gauze/policy/schema/parameter_schema.h"
#include "gauze/policy/schema/personal_schema.h"

namespace gauze {
namespace {

// A transform alone, or in a list with what is to be done inside its classes.
Json TransformSchema(const Catalog& catalog) {
  const Json one = OneOf(catalog.transforms);
  return {{"anyOf", Json::array({one,
                                 {{"type", "array"},
                                  {"prefixItems", Json::array({one})},
                                  {"items", OneOf(catalog.steps)},
                                  {"minItems", 1}}})}};
}

Json HierarchySchema() {
  Json builders = {{"type", "object"},
                   {"properties", Json::object()},
                   {"minProperties", 1},
                   {"maxProperties", 1},
                   {"additionalProperties", false}};
  for (const HierarchyBuilder& builder : HierarchyBuilders()) {
    Json any = {{"anyOf", Json::array({EntrySchema(builder.descriptor)})}};
    if (!builder.short_form.empty()) {
      for (const Parameter& parameter : builder.descriptor.parameters) {
        if (parameter.name == builder.short_form)
          any["anyOf"].push_back(ParameterSchema(parameter));
      }
    }
    builders["properties"][builder.descriptor.name] = any;
  }
  return {{"description", "a file (ARX CSV, comma CSV, tree JSON), or a builder"},
          {"anyOf", Json::array({Json{{"type", "string"}}, builders})}};
}

Json AttributeSchema() {
  return {{"type", "object"},
          {"properties",
           {{"role", {{"enum", RoleNames()}}},
            {"type", {{"enum", ValueTypeNames()}}},
            {"hierarchy", HierarchySchema()},
            {"format", {{"type", "string"}, {"description", "strptime format of dates"}}},
            {"separator", {{"type", "string"}, {"description", "separates the terms of a set"}}},
            {"columns",
             {{"type", "array"},
              {"items", {{"type", "string"}}},
              {"minItems", 1},
              {"uniqueItems", true},
              {"description", "of a set: columns of yes or no, whose names are its terms"}}}}},
          {"required", {"role"}},
          {"additionalProperties", false}};
}

Json RiskSchema() {
  const Json share = {{"type", "number"}, {"minimum", 0}, {"maximum", 1}};
  const Json shares = {{"type", "object"}, {"additionalProperties", share}};
  const Json weight = {{"type", "object"},
                       {"properties", {{"weight", share}, {"values", shares}, {"others", share}}},
                       {"required", {"weight"}},
                       {"additionalProperties", false}};
  Json known = shares;
  known["description"] = "chance that somebody knows the column's value of a person";
  return {
      {"description", "what may be known about a person, and how sensitive columns are"},
      {"type", "object"},
      {"properties",
       {{"alpha", {{"type", "number"}, {"exclusiveMinimum", 0}}},
        {"known", known},
        {"weights",
         {{"type", "object"}, {"additionalProperties", {{"anyOf", Json::array({share, weight})}}}}},
        {"reading", {{"enum", keys::kRiskReadings}}},
        {"suppressed", {{"enum", keys::kSuppressedCells}}}}},
      {"required", {"alpha", "known", "weights"}},
      {"additionalProperties", false}};
}

// `method: pool`, or the method with its parameters.
Json LedgerSchema(const Catalog& catalog) {
  const auto field = [](const char* type, const char* description) {
    return Json{{"type", type}, {"description", description}};
  };
  Json names = Json::array();
  for (const Descriptor* method : catalog.methods) names.push_back(method->name);
  return {{"description", "records arrive in batches, and each is followed by a release"},
          {"type", "object"},
          {"properties",
           {{"method", {{"anyOf", Json::array({{{"enum", names}}, OneOf(catalog.methods)})}}},
            {"key", field("string",
                          "an identifying column that tells records apart: one that comes "
                          "twice is refused")},
            {"change", field("string",
                             "a column that says what kind of row it is: anything but "
                             "insert is refused")},
            {"publish",
             {{"enum", keys::kPublish},
              {"description", "full: all rows so far and what is new; delta: only what is new"}}},
            {"strict", field("boolean", "keep distinct l-diversity as frequency l-diversity, too")},
            {"accept_known_holes", field("boolean", "allow methods that leak, for studies")}}},
          {"additionalProperties", false}};
}

Json PresetSchema() {
  Json schema = {{"description", "the least that is promised, as a guideline asks for"},
                 {"anyOf", Json::array()}};
  for (const Preset& preset : Presets()) {
    schema["anyOf"].push_back(
        {{"const", preset.descriptor.name}, {"description", preset.descriptor.summary}});
  }
  return schema;
}

Json AboutSchema() {
  Json schema = {{"description", "what the report begins with; published with the release"},
                 {"type", "object"},
                 {"properties", Json::object()},
                 {"additionalProperties", false}};
  for (const std::string& field : keys::kAbout) {
    schema["properties"][field] = {
        {"type", "string"}, {"minLength", 1}, {"maxLength", AboutSection::kMostCharacters}};
  }
  schema["properties"]["date"] = {{"type", "string"}, {"pattern", "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"}};
  return schema;
}

Json Character() { return {{"type", "string"}, {"minLength", 1}, {"maxLength", 1}}; }

}  // namespace

Json PolicySchema(const Catalog& catalog) {
  const Json text = {{"type", "string"}};
  Json properties;
  properties["version"] = {{"const", 1}};
  properties["about"] = AboutSchema();
  properties["source"] = Strings();
  properties["csv"] = {{"type", "object"},
                       {"properties",
                        {{"delimiter", Character()},
                         {"quote", Character()},
                         {"encoding", {{"enum", keys::kEncodings}}},
                         {"header", {{"type", "boolean"}}}}},
                       {"additionalProperties", false}};
  properties["missing"] = {{"enum", MissingPolicyNames()}};
  properties["missing_markers"] = Strings();
  properties["attributes"] = {
      {"type", "object"}, {"additionalProperties", AttributeSchema()}, {"minProperties", 1}};
  properties["preset"] = PresetSchema();
  properties["protect"] = {{"type", "array"}, {"items", OneOf(catalog.models)}};
  properties["transform"] = TransformSchema(catalog);
  properties["release"] = {
      {"type", "object"},
      {"properties",
       {{"directory", text},
        {"table",
         {{"type", "string"},
          {"pattern", "^postgres(ql)?://"},
          {"description", "address of a table of PostgreSQL, instead of a directory"}}},
        {"format", {{"enum", keys::kFormats}}},
        {"ranges", {{"enum", keys::kRanges}}}}},
      {"additionalProperties", false}};
  properties["risk"] = RiskSchema();
  properties["ledger"] = LedgerSchema(catalog);
  properties["personal"] = PersonalSchema();
  return {{"$schema", "https://json-schema.org/draft/2020-12/schema"},
          {"title", "Gauze policy"},
          {"type", "object"},
          {"properties", properties},
          {"required", {"version", "attributes"}},
          {"additionalProperties", false}};
}

}  // namespace gauze
