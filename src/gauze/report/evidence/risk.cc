#include <array>

#include "gauze/report/evidence/section.h"

// The prosecutor's risk of a row, 1 / size of its class, in the original and in the release, beside
// thresholds that somebody uses (docs/measures.md, risk_thresholds).

namespace gauze::report {
namespace {

struct Threshold {
  const char* name;
  double limit;
  std::uint64_t cell;  // the smallest class that the rounded limit stands for
  const char* source;
};
constexpr std::array kThresholds = {
    Threshold{"cells of 20", 0.05, 20,
              "public patient data in Canada and the United States; El Emam: Guide to the "
              "De-Identification of Personal Health Information, CRC Press 2013, Cell Size "
              "Precedents"},
    Threshold{"EMA Policy 0070, Health Canada", 0.09, 11,
              "EMA: External guidance on the implementation of Policy 0070, 2016; Health Canada: "
              "Public Release of Clinical Information, 2019"},
    Threshold{"cells of 5", 0.2, 5,
              "the widespread rule of five; El Emam 2013, Cell Size Precedents"},
    Threshold{"cells of 3", 0.33, 3, "El Emam 2013, Cell Size Precedents"}};

bool Meets(const Verification& file, const Threshold& threshold) {
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
  for (const Threshold& threshold : kThresholds) {
    std::uint64_t above = 0;
    for (const auto& [size, classes] : file.class_sizes) {
      above += size < threshold.cell ? size * classes : 0;
    }
    figures["above"].push_back(
        {{"limit", threshold.limit}, {"share", static_cast<double>(above) / rows}});
  }
  return figures;
}

Result<Json> Gather(Material& material, Progress& progress) {
  const Verification& after = material.released();
  if (after.class_sizes.empty()) return Json();
  const Verification* before = nullptr;
  if (material.policy() != nullptr && material.options().form == EvidenceForm::kInternal) {
    GAUZE_ASSIGN(before, material.Original(progress));
  }
  Json risk = Json::object();
  if (before != nullptr) risk["before"] = Figures(*before);
  risk["after"] = Figures(after);
  for (const Threshold& threshold : kThresholds) {
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
          "counting classes of the original",
          Gather,
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
