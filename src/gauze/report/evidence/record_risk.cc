#include "gauze/base/json.h"
#include "gauze/report/evidence/evidence_section.h"

namespace gauze::report {
namespace {

// Of a table, not of a release: `gauze risk --report` writes it.
Result<Json> GatherRecordRisk(Material& /*material*/, Progress& /*progress*/) { return Json(); }

}  // namespace

Section RecordRiskEvidence() {
  return {"record_risk",
          "",
          GatherRecordRisk,
          {{".rows", Holding::kCount, Shown::kDrop},
           {".distinct", Holding::kCount, Shown::kDrop},
           {".alpha", Holding::kNumber, Shown::kDrop},
           {".highest?", Holding::kNumber, Shown::kDrop},
           {".mean?", Holding::kNumber, Shown::kDrop},
           {".floor?", Holding::kNumber, Shown::kDrop},
           {".above[].delta", Holding::kNumber, Shown::kDrop},
           {".above[].rows", Holding::kCount, Shown::kDrop},
           {".above[].share", Holding::kNumber, Shown::kDrop},
           {".histogram?{}", Holding::kNumber, Shown::kDrop},
           {".top_sets?[].columns[]", Holding::kText, Shown::kDrop},
           {".top_sets?[].rows", Holding::kCount, Shown::kDrop},
           {".what_if?[].factor", Holding::kNumber, Shown::kDrop},
           {".what_if?[].above[].delta", Holding::kNumber, Shown::kDrop},
           {".what_if?[].above[].rows", Holding::kCount, Shown::kDrop},
           {".what_if?[].above[].share", Holding::kNumber, Shown::kDrop},
           {".suppress?[].until", Holding::kText, Shown::kDrop},
           {".suppress?[].cells", Holding::kText, Shown::kDrop},
           {".suppress?[].delta", Holding::kNumber, Shown::kDrop},
           {".suppress?[].above_before", Holding::kCount, Shown::kDrop},
           {".suppress?[].above_after", Holding::kCount, Shown::kDrop},
           {".suppress?[].cells_lost", Holding::kCount, Shown::kDrop},
           {".suppress?[].loss", Holding::kNumber, Shown::kDrop},
           {".suppress?[].highest", Holding::kNumber, Shown::kDrop},
           {".suppress?[].histogram{}", Holding::kNumber, Shown::kDrop}}};
}

}  // namespace gauze::report
