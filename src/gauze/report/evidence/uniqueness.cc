#include "gauze/base/json.h"
#include "gauze/report/evidence/evidence_section.h"

namespace gauze::report {
namespace {

Result<Json> GatherUniqueness(Material& material, Progress& /*progress*/) {
  return material.uniqueness();
}

}  // namespace

Section UniquenessEvidence() {
  return {"uniqueness",
          "counting unique rows",
          GatherUniqueness,
          {{".rows", Holding::kCount, Shown::kKeep},
           {".one_in", Holding::kCount, Shown::kKeep},
           {".all.columns", Holding::kCount, Shown::kKeep},
           {".all.unique_rows", Holding::kCount, Shown::kKeep},
           {".all.share", Holding::kNumber, Shown::kKeep},
           {".all.low?", Holding::kCount, Shown::kKeep},
           {".all.high?", Holding::kCount, Shown::kKeep},
           {".open?.columns", Holding::kCount, Shown::kKeep},
           {".open?.unique_rows", Holding::kCount, Shown::kKeep},
           {".open?.share", Holding::kNumber, Shown::kKeep},
           {".open?.low?", Holding::kCount, Shown::kKeep},
           {".open?.high?", Holding::kCount, Shown::kKeep},
           {".sets[].columns[]", Holding::kText, Shown::kKeep},
           {".sets[].unique_rows", Holding::kCount, Shown::kKeep},
           {".sets[].share", Holding::kNumber, Shown::kKeep},
           {".sets[].low?", Holding::kCount, Shown::kKeep},
           {".sets[].high?", Holding::kCount, Shown::kKeep},
           {".sentence", Holding::kText, Shown::kKeep}}};
}

}  // namespace gauze::report
