#include <algorithm>

#include "gauze/base/json.h"
#include "gauze/release/manifest/plain_words.h"
#include "gauze/report/evidence/evidence_section.h"

namespace gauze::report {
namespace {

// Where persons have several rows, or show aliases, the file alone cannot tell: what the run found
// stands.
const Verdict* FindVerdict(const Material& material, const Json& promise) {
  if (material.manifest().at("persons").get<bool>()) return nullptr;
  const auto& verdicts = material.released().verdicts;
  const auto found =
      std::ranges::find(verdicts, promise.at("claim").get<std::string>(), &Verdict::claim);
  return found == verdicts.end() ? nullptr : &*found;
}

Json Described(const Material& material, const Json& promise) {
  Json described = {{"claim", promise.at("claim")},
                    {"model", promise.at("model")},
                    {"parameters", promise.at("parameters")}};
  const Verdict* verdict = FindVerdict(material, promise);
  described["holds"] = verdict != nullptr ? Json(verdict->holds) : promise.at("holds");
  described["checked"] = verdict != nullptr ? "now" : "when released";
  if (verdict != nullptr) {
    described["failing"] = verdict->failing_classes;
    described["worst"] = {
        {"of", verdict->of}, {"value", verdict->worst_value}, {"rows", verdict->worst_rows}};
  } else {
    described["worst"] = {{"of", promise.value("of", "class")},
                          {"value", promise.at("worst_class").at("value")},
                          {"rows", promise.at("worst_class").at("rows")}};
  }
  // As run, verify and the manifest tell it; of a file that is read now, as it is now.
  if (verdict != nullptr) {
    described["sentence"] = verdict->Sentence();
  } else if (promise.contains("sentence")) {
    described["sentence"] = promise.at("sentence");
  }
  if (described["holds"] == true) {
    described["plainly"] = PlainWords(material.manifest(), promise, described["worst"]["value"]);
  }
  if (promise.contains("figures")) described["figures"] = promise.at("figures");
  described["guarantees"] = promise.at("guarantees");
  described["does_not"] = promise.at("not_covered");
  return described;
}

Result<Json> GatherPromises(Material& material, Progress& /*progress*/) {
  Json promises = Json::array();
  for (const Json& promise : material.manifest().at("promises")) {
    promises.push_back(Described(material, promise));
  }
  return promises;
}

}  // namespace

Section PromisesEvidence() {
  return {"promises",
          "reading promises",
          GatherPromises,
          {{"[].claim", Holding::kText, Shown::kKeep},
           {"[].model", Holding::kText, Shown::kKeep},
           {"[].parameters{}", Holding::kText, Shown::kKeep},
           {"[].holds", Holding::kFlag, Shown::kKeep},
           {"[].checked", Holding::kText, Shown::kKeep},
           {"[].sentence?", Holding::kText, Shown::kKeep},
           {"[].plainly?", Holding::kText, Shown::kKeep},
           {"[].failing?", Holding::kCount, Shown::kCoarsen},
           {"[].worst.of", Holding::kText, Shown::kKeep},
           {"[].worst.value", Holding::kNumber, Shown::kKeep},
           {"[].worst.rows", Holding::kCount, Shown::kCoarsen},
           {"[].figures?{}", Holding::kNumber, Shown::kKeep},
           {"[].guarantees", Holding::kText, Shown::kKeep},
           {"[].does_not", Holding::kText, Shown::kKeep}}};
}

}  // namespace gauze::report
