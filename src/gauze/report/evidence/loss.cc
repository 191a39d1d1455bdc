#include "gauze/base/json.h"
#include "gauze/report/evidence/evidence_section.h"

// What the run measured; only the run knows what its labels lost. Figures of a single attribute
// are a list of their own.

namespace gauze::report {
namespace {

constexpr std::string_view kOfAttribute = "attribute_loss.";

Result<Json> GatherLoss(Material& material, Progress& /*progress*/) {
  Json loss = Json::array();
  for (const auto& [name, value] : material.manifest().at("measures").items()) {
    if (!name.starts_with(kOfAttribute)) continue;
    loss.push_back({{"attribute", name.substr(kOfAttribute.size())}, {"ncp", value}});
  }
  return loss.empty() ? Json() : loss;
}

Result<Json> GatherMeasures(Material& material, Progress& /*progress*/) {
  Json measures = Json::object();
  for (const auto& [name, value] : material.manifest().at("measures").items()) {
    if (!name.starts_with(kOfAttribute)) measures[name] = value;
  }
  return measures;
}

}  // namespace

Section LossEvidence() {
  return {
      "loss",
      "reading losses",
      GatherLoss,
      {{"[].attribute", Holding::kText, Shown::kKeep}, {"[].ncp", Holding::kNumber, Shown::kKeep}}};
}

Section MeasuresEvidence() {
  return {"measures", "reading measures", GatherMeasures, {{"{}", Holding::kNumber, Shown::kKeep}}};
}

}  // namespace gauze::report
