#include "gauze/base/json.h"
#include "gauze/report/evidence/evidence_section.h"

// Sentences of the manifest.

namespace gauze::report {
namespace {

Result<Json> GatherNotProtected(Material& material, Progress& /*progress*/) {
  return material.manifest().at("not_protected");
}

Result<Json> GatherWarnings(Material& material, Progress& /*progress*/) {
  return material.manifest().at("warnings");
}

}  // namespace

Section NotProtectedEvidence() {
  return {"not_protected",
          "reading what is not protected",
          GatherNotProtected,
          {{"[]", Holding::kText, Shown::kKeep}}};
}

Section WarningsEvidence() {
  return {"warnings", "reading warnings", GatherWarnings, {{"[]", Holding::kText, Shown::kKeep}}};
}

}  // namespace gauze::report
