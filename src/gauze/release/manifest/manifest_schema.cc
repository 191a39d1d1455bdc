#include "gauze/release/manifest/manifest_schema.h"

#include <algorithm>

#include "gauze/base/json.h"
#include "gauze/policy/keys.h"

namespace gauze {
namespace {

Json Text() { return {{"type", "string"}}; }
Json Count() { return {{"type", "integer"}, {"minimum", 0}}; }
Json ListOf(Json items) { return {{"type", "array"}, {"items", std::move(items)}}; }

// Every property is required, except those named.
Json Object(Json properties, const std::vector<std::string>& optional = {}) {
  Json required = Json::array();
  for (const auto& [name, schema] : properties.items()) {
    if (std::ranges::find(optional, name) == optional.end()) required.push_back(name);
  }
  return {{"type", "object"},
          {"properties", std::move(properties)},
          {"required", std::move(required)},
          {"additionalProperties", false}};
}

Json Node() {
  return Object({{"label", Text()},
                 {"parent", Count()},
                 {"height", Count()},
                 {"leaf", {{"type", "boolean"}}}});
}

// [value, rows], or [rows] of what has no name.
Json Compared() {
  return {{"type", "array"},
          {"items", {{"type", {"string", "null", "integer"}}}},
          {"minItems", 1},
          {"maxItems", 2}};
}

// Of a release that shows aliases and grades.
Json Personal() {
  const Json digest = {{"type", "string"}, {"pattern", "^sha256:[0-9a-f]{64}$"}};
  const Json aliases =
      Object({{"kind", {{"const", "aliases"}}}, {"mode", {{"enum", keys::kAliases}}}});
  const Json grades = Object({{"kind", {{"const", "grades"}}}, {"categories", Count()}});
  // By adversary, column and figure: shares.
  const Json share = {{"type", "number"}, {"minimum", 0}, {"maximum", 1}};
  const Json figures = {{"type", "object"}, {"additionalProperties", share}};
  const Json columns = {{"type", "object"}, {"additionalProperties", figures}};
  const Json rates = Object({{"frequency", columns},
                             {"sorting", columns},
                             {"proximity", columns},
                             {"divergence", columns}},
                            {"frequency", "sorting", "proximity", "divergence"});
  return Object({{"release", {{"type", "string"}, {"pattern", "^[0-9a-f]{32}$"}}},
                 {"recipient", Text()},
                 {"note", Text()},
                 {"data", digest},
                 {"vault", digest},
                 {"attributes",
                  {{"type", "object"},
                   {"additionalProperties", {{"anyOf", Json::array({aliases, grades})}}}}},
                 {"attacks", rates}});
}

// What the policy states.
Json AboutFields() {
  Json properties = Json::object();
  for (const std::string& field : keys::kAbout) properties[field] = Text();
  return Object(properties, keys::kAbout);
}

// Who can be singled out by released columns.
Json UniquenessSchema() {
  const Json share = {{"type", "number"}, {"minimum", 0}, {"maximum", 1}};
  const auto counts = [&](const Json& columns) {
    return Object({{"columns", columns},
                   {"unique_rows", Count()},
                   {"share", share},
                   {"low", Count()},
                   {"high", Count()}},
                  {"low", "high"});
  };
  return Object({{"rows", Count()},
                 {"one_in", Count()},
                 {"all", counts(Count())},
                 {"open", counts(Count())},
                 {"sets", ListOf(counts(ListOf(Text())))},
                 {"sentence", Text()}},
                {"open"});
}

}  // namespace

Json ManifestSchema() {
  Json schema = Object(
      {{"manifest_version", {{"const", 1}}},
       {"gauze", {{"type", "string"}, {"description", "version of the program"}}},
       {"policy_digest", {{"type", "string"}, {"pattern", "^sha256:[0-9a-f]{64}$"}}},
       {"transform", Text()},
       {"transform_figures", {{"type", "object"}, {"additionalProperties", {{"type", "number"}}}}},
       {"steps",
        ListOf(Object(
            {{"step", Text()},
             {"figures", {{"type", "object"}, {"additionalProperties", {{"type", "number"}}}}}}))},
       {"missing", {{"enum", MissingPolicyNames()}}},
       {"data",
        {{"description", "the data file, or the parts of it in order"},
         {"oneOf",
          {{{"enum", {"data.csv", "data.parquet"}}},
           {{"type", "array"},
            {"items", {{"type", "string"}, {"pattern", "^data/part-[0-9]{5,}[.]parquet$"}}}}}}}},
       {"rows_in", Count()},
       {"rows", Count()},
       {"suppressed_rows", Count()},
       {"classes", Count()},
       {"persons",
        {{"type", "boolean"},
         {"description",
          "some people have several rows: promises count people, by an entity key"}}},
       {"columns", ListOf(Object({{"name", Text()},
                                  {"role", {{"enum", RoleNames()}}},
                                  {"type", {{"enum", ValueTypeNames()}}},
                                  {"released_as", ListOf(Text())},
                                  {"separator", Text()},
                                  {"tree", ListOf(Node())},
                                  {"reference", ListOf(Compared())}},
                                 {"separator", "tree", "reference"}))},
       {"promises",
        ListOf(Object(
            {{"claim", Text()},
             {"model", Text()},
             {"parameters", {{"type", "object"}, {"additionalProperties", Text()}}},
             {"holds", {{"const", true}}},
             {"sentence", Text()},
             {"worst_class", Object({{"value", {{"type", "number"}}}, {"rows", Count()}})},
             {"guarantees", Text()},
             {"not_covered", Text()},
             {"knowledge_digest", {{"type", {"string", "null"}}}},
             {"prior", ListOf({{"type", "number"}})},
             {"settings", {{"type", "object"}}},
             {"of", {{"type", "string"}}},
             {"figures", {{"type", "object"}, {"additionalProperties", {{"type", "number"}}}}}},
            {"knowledge_digest", "prior", "settings", "of", "figures"}))},
       {"measures", {{"type", "object"}, {"additionalProperties", {{"type", "number"}}}}},
       {"warnings", ListOf(Text())},
       {"not_protected", ListOf(Text())},
       {"about", AboutFields()},
       {"preset", Text()},
       {"personal", Personal()},
       {"uniqueness", UniquenessSchema()},
       {"run",
        Object({{"mode", {{"enum", {"memory", "sharded"}}}},
                {"route", {{"enum", {"counts", "rows"}}}},
                {"tuples", Count()},
                {"distinct_rows", Count()},
                {"combinations", Count()},
                {"threads", Count()},
                {"seconds", {{"type", "object"}, {"additionalProperties", {{"type", "number"}}}}},
                {"memory_bytes", Count()}},
               {"distinct_rows", "combinations"})},
       {"inputs",
        ListOf(Object({{"source", Text()}, {"digest", {{"type", {"string", "null"}}}}}))}},
      {"about", "preset", "personal", "uniqueness", "run", "inputs"});
  Json result = {{"$schema", "https://json-schema.org/draft/2020-12/schema"},
                 {"title", "Gauze manifest"}};
  result.update(schema);
  return result;
}

}  // namespace gauze
