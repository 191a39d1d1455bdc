#include <algorithm>
#include <map>

#include "gauze/base/json.h"
#include "gauze/release/manifest/catalog.h"
#include "gauze/report/evidence/evidence_section.h"

namespace gauze::report {
namespace {

using Written = std::map<std::string, std::string>;

const Descriptor* Find(std::string_view name, const std::vector<const Descriptor*>& among) {
  const auto found = std::ranges::find(among, name, [](const auto* entry) { return entry->name; });
  return found == among.end() ? nullptr : *found;
}

// Every parameter of an entry, with the sentence of its descriptor; those that were left out with
// the value they got.
void Add(const Descriptor& descriptor, const Written& written, Json& parameters) {
  for (const Parameter& parameter : descriptor.parameters) {
    const auto given = written.find(parameter.name);
    const bool left_out = given == written.end();
    const std::string& value = left_out ? parameter.fallback : given->second;
    if (value.empty()) continue;
    parameters.push_back({{"name", descriptor.name + "." + parameter.name},
                          {"value", value},
                          {"default", left_out},
                          {"sentence", parameter.summary}});
  }
}

// "mondrian(choose=loss, labels=set)". A value may be a list of columns with names of any kind, so
// it ends where the next parameter begins and not at a comma.
Written Read(const std::string& text, const Descriptor& descriptor) {
  std::map<std::size_t, const Parameter*> begins;
  for (const Parameter& parameter : descriptor.parameters) {
    for (const char* before : {"(", ", "}) {
      const std::string mark = before + parameter.name + "=";
      if (const std::size_t at = text.find(mark); at != std::string::npos) {
        begins.emplace(at + mark.size(), &parameter);
        break;
      }
    }
  }
  Written written;
  for (auto begin = begins.begin(); begin != begins.end(); ++begin) {
    const auto next = std::next(begin);
    const std::size_t end = next == begins.end()
                                ? text.size() - 1                               // the bracket
                                : next->first - next->second->name.size() - 3;  // ", name="
    written[begin->second->name] = text.substr(begin->first, end - begin->first);
  }
  return written;
}

void AddSpelled(const std::string& text, const std::vector<const Descriptor*>& among,
                Json& parameters) {
  const Descriptor* descriptor = Find(text.substr(0, text.find('(')), among);
  if (descriptor != nullptr) Add(*descriptor, Read(text, *descriptor), parameters);
}

Result<Json> GatherParameters(Material& material, Progress& /*progress*/) {
  const Json& manifest = material.manifest();
  const Catalog& catalog = TheCatalog();
  Json parameters = Json::array();
  for (const Json& promise : manifest.at("promises")) {
    const Descriptor* descriptor = Find(promise.at("model").get<std::string>(), catalog.models);
    if (descriptor == nullptr) continue;
    Add(*descriptor, promise.at("parameters").get<Written>(), parameters);
  }
  AddSpelled(manifest.at("transform"), catalog.transforms, parameters);
  for (const Json& step : manifest.at("steps")) {
    AddSpelled(step.at("step"), catalog.steps, parameters);
  }
  return parameters;
}

}  // namespace

Section ParametersEvidence() {
  return {"parameters",
          "reading parameters",
          GatherParameters,
          {{"[].name", Holding::kText, Shown::kKeep},
           {"[].value", Holding::kText, Shown::kKeep},
           {"[].default", Holding::kFlag, Shown::kKeep},
           {"[].sentence", Holding::kText, Shown::kKeep}}};
}

}  // namespace gauze::report
