#include "gauze/ledger/append/ledger.h"

#include "gauze/base/json.h"
#include "gauze/report/evidence/evidence_section.h"

namespace gauze::report {
namespace {

// History up to the status: somebody may append meanwhile.
Result<Json> GatherLedger(Material& material, Progress& progress) {
  if (!material.is_ledger()) return Json();
  GAUZE_ASSIGN(const Json status, LedgerStatus(material.options().target, progress));
  GAUZE_ASSIGN(const Json log, LedgerLog(material.options().target));
  Json releases = Json::array();
  for (std::size_t i = 0; i < status.at("releases").get<std::size_t>(); ++i) {
    releases.push_back(log.at(i));
  }
  Json ledger = {{"method", status.at("method")},     {"came", status.at("came")},
                 {"released", status.at("released")}, {"waiting", status.at("waiting")},
                 {"sealed", status.at("sealed")},     {"releases", std::move(releases)}};
  for (const char* name : {"waiting_since", "why"}) {
    if (status.contains(name)) ledger[name] = status.at(name);
  }
  return ledger;
}

}  // namespace

// What a recipient of all releases can count is public; who waits is known to the ledger alone, but
// for the number, which every manifest tells.
Section LedgerEvidence() {
  return {"ledger",
          "reading the ledger",
          GatherLedger,
          {{".method", Holding::kText, Shown::kKeep},
           {".came", Holding::kCount, Shown::kKeep},
           {".released", Holding::kCount, Shown::kKeep},
           {".waiting", Holding::kCount, Shown::kCoarsen},
           {".sealed", Holding::kFlag, Shown::kKeep},
           {".releases[].release", Holding::kCount, Shown::kKeep},
           {".releases[].batch", Holding::kCount, Shown::kCoarsen},
           {".releases[].new", Holding::kCount, Shown::kCoarsen},
           {".releases[].released", Holding::kCount, Shown::kCoarsen},
           {".releases[].classes", Holding::kCount, Shown::kKeep},
           {".releases[].waiting", Holding::kCount, Shown::kCoarsen},
           {".releases[].sealed", Holding::kFlag, Shown::kKeep},
           {".waiting_since?[].since", Holding::kCount, Shown::kDrop},
           {".waiting_since?[].rows", Holding::kCount, Shown::kDrop},
           {".why?", Holding::kText, Shown::kDrop}}};
}

}  // namespace gauze::report
