#include "gauze/release/catalog.h"
#include "gauze/report/evidence/section.h"

namespace gauze::report {
namespace {

// Every parameter of an entry, with the sentence of its descriptor; those that were left out with
// the value they got.
void Add(const PolicyEntry& entry, Json& parameters) {
  std::map<std::string, std::string> written;
  for (const auto& [name, text] : entry.parameters.written()) written[name] = text;
  for (const Parameter& parameter : entry.descriptor->parameters) {
    const auto given = written.find(parameter.name);
    const bool left_out = given == written.end();
    const std::string& value = left_out ? parameter.fallback : given->second;
    if (value.empty()) continue;
    parameters.push_back({{"name", entry.descriptor->name + "." + parameter.name},
                          {"value", value},
                          {"default", left_out},
                          {"sentence", parameter.summary}});
  }
}

Result<PolicyEntry> PromiseEntry(const Json& promise, const std::string& where) {
  std::vector<RawParameter> raw;
  for (const auto& [name, text] : promise.at("parameters").items()) {
    raw.push_back({name, text.get<std::string>(), where, ""});
  }
  return MakeEntry(promise.at("model").get<std::string>(), raw, TheCatalog(), where);
}

// "mondrian(choose=loss)" is spelled as a claim is.
Result<PolicyEntry> SpelledEntry(const Json& text, const std::vector<const Descriptor*>& among) {
  return ParseClaim(text.get<std::string>(), {.models = among});
}

Result<Json> Gather(Material& material, Progress& /*progress*/) {
  const Json& manifest = material.manifest();
  Json parameters = Json::array();
  for (const Json& promise : manifest.at("promises")) {
    GAUZE_ASSIGN(const PolicyEntry entry, PromiseEntry(promise, material.directory()));
    Add(entry, parameters);
  }
  GAUZE_ASSIGN(const PolicyEntry transform,
               SpelledEntry(manifest.at("transform"), TheCatalog().transforms));
  Add(transform, parameters);
  for (const Json& step : manifest.at("steps")) {
    GAUZE_ASSIGN(const PolicyEntry entry, SpelledEntry(step.at("step"), TheCatalog().steps));
    Add(entry, parameters);
  }
  return parameters;
}

}  // namespace

Section ParametersEvidence() {
  return {"parameters",
          "reading parameters",
          Gather,
          {{"[].name", Holding::kText, Shown::kKeep},
           {"[].value", Holding::kText, Shown::kKeep},
           {"[].default", Holding::kFlag, Shown::kKeep},
           {"[].sentence", Holding::kText, Shown::kKeep}}};
}

}  // namespace gauze::report
