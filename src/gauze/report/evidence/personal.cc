#include "gauze/base/json.h"
#include "gauze/report/evidence/evidence_section.h"

namespace gauze::report {
namespace {

// The manifest shows all of this: readers must know what aliases and grades are not.
Result<Json> GatherPersonal(Material& material, Progress& /*progress*/) {
  if (!material.manifest().contains("personal")) return Json();
  const Json& personal = material.manifest().at("personal");
  return Json{{"note", personal.at("note")},
              {"recipient", personal.at("recipient")},
              {"attacks", personal.at("attacks")}};
}

}  // namespace

Section PersonalEvidence() {
  return {"personal",
          "reading what aliases and grades tell",
          GatherPersonal,
          {{".note", Holding::kText, Shown::kKeep},
           {".recipient", Holding::kText, Shown::kKeep},
           {".attacks{}{}{}", Holding::kNumber, Shown::kKeep}}};
}

}  // namespace gauze::report
