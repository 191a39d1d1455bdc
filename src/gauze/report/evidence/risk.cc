#include "gauze/base/json.h"
#include "gauze/measure/size_figures.h"
#include "gauze/report/evidence/evidence_section.h"

// The prosecutor's risk of a row, 1 / size of its class, in the original and in the release, beside
// thresholds that somebody uses (docs/measures.md, risk_thresholds).

namespace gauze::report {
namespace {

bool Meets(const Verification& file, const RiskThreshold& threshold) {
  return file.class_sizes.begin()->first >= threshold.cell;
}

Json Figures(const Verification& file) {
  const auto rows = static_cast<double>(file.rows);
  const auto unique = file.class_sizes.find(1);
  Json figures = {{"rows", file.rows},
                  {"classes", file.classes},
                  {"highest", 1 / static_cast<double>(file.class_sizes.begin()->first)},
                  {"mean", static_cast<double>(file.classes) / rows},
                  {"unique_rows", unique == file.class_sizes.end() ? 0 : unique->second},
                  {"above", Json::array()}};
  for (const RiskThreshold& threshold : kRiskThresholds) {
    const auto above = static_cast<double>(RowsInSmaller(file.class_sizes, threshold.cell));
    figures["above"].push_back({{"limit", threshold.limit}, {"share", above / rows}});
  }
  return figures;
}

Result<Json> GatherRisk(Material& material, Progress& /*progress*/) {
  const Verification& after = material.released();
  if (after.class_sizes.empty()) return Json();
  const Verification* const before = material.original();
  Json risk = Json::object();
  if (before != nullptr) risk["before"] = Figures(*before);
  risk["after"] = Figures(after);
  for (const RiskThreshold& threshold : kRiskThresholds) {
    Json line = {{"name", threshold.name},
                 {"limit", threshold.limit},
                 {"cell", threshold.cell},
                 {"source", threshold.source}};
    if (before != nullptr) line["before_meets"] = Meets(*before, threshold);
    line["after_meets"] = Meets(after, threshold);
    risk["thresholds"].push_back(std::move(line));
  }
  return risk;
}

}  // namespace

Section RiskEvidence() {
  return {"risk",
          "counting risks",
          GatherRisk,
          {{".before?.rows", Holding::kCount, Shown::kDrop},
           {".before?.classes", Holding::kCount, Shown::kDrop},
           {".before?.highest", Holding::kNumber, Shown::kDrop},
           {".before?.mean", Holding::kNumber, Shown::kDrop},
           {".before?.unique_rows", Holding::kCount, Shown::kDrop},
           {".before?.above[].limit", Holding::kNumber, Shown::kDrop},
           {".before?.above[].share", Holding::kNumber, Shown::kDrop},
           {".after.rows", Holding::kCount, Shown::kKeep},
           {".after.classes", Holding::kCount, Shown::kKeep},
           {".after.highest", Holding::kNumber, Shown::kKeep},
           {".after.mean", Holding::kNumber, Shown::kKeep},
           {".after.unique_rows", Holding::kCount, Shown::kCoarsen},
           {".after.above[].limit", Holding::kNumber, Shown::kKeep},
           {".after.above[].share", Holding::kNumber, Shown::kKeep},
           {".thresholds[].name", Holding::kText, Shown::kKeep},
           {".thresholds[].limit", Holding::kNumber, Shown::kKeep},
           {".thresholds[].cell", Holding::kCount, Shown::kKeep},
           {".thresholds[].source", Holding::kText, Shown::kKeep},
           {".thresholds[].before_meets?", Holding::kFlag, Shown::kDrop},
           {".thresholds[].after_meets", Holding::kFlag, Shown::kKeep}}};
}

}  // namespace gauze::report
