#include "gauze/base/json.h"
#include "gauze/measure/size_figures.h"
#include "gauze/report/evidence/evidence_section.h"

namespace gauze::report {
namespace {

// 1, 2, 3–4, 5–9, 10–19, 20–49, 50–99, 100–199 …
std::uint64_t NextBegin(std::uint64_t begin) {
  if (begin < 3) return begin + 1;
  if (begin == 3) return 5;
  std::uint64_t power = 1;
  while (begin >= 10 * power) power *= 10;
  return begin == power ? 2 * power : begin == 2 * power ? 5 * power : 10 * power;
}

// From the bin of the smallest class to that of the largest, empty ones included.
Json BinsOf(const SizeCounts& sizes) {
  Json bins = Json::array();
  for (std::uint64_t begin = 1; begin <= sizes.rbegin()->first;) {
    const std::uint64_t end = NextBegin(begin);
    std::uint64_t classes = 0;
    std::uint64_t rows = 0;
    for (auto size = sizes.lower_bound(begin); size != sizes.end() && size->first < end; ++size) {
      classes += size->second;
      rows += size->first * size->second;
    }
    if (classes > 0 || !bins.empty()) {
      bins.push_back({{"from", begin}, {"to", end - 1}, {"classes", classes}, {"rows", rows}});
    }
    begin = end;
  }
  return bins;
}

Result<Json> GatherClassSizes(Material& material, Progress& /*progress*/) {
  const Verification& file = material.released();
  if (file.class_sizes.empty()) return Json();
  return Json{{"smallest", file.class_sizes.begin()->first},
              {"median", MedianSize(file.class_sizes)},
              {"largest", file.class_sizes.rbegin()->first},
              {"bins", BinsOf(file.class_sizes)}};
}

}  // namespace

Section ClassSizesEvidence() {
  return {"class_sizes",
          "reading class sizes",
          GatherClassSizes,
          {{".smallest", Holding::kCount, Shown::kKeep},
           {".median", Holding::kNumber, Shown::kKeep},
           {".largest", Holding::kCount, Shown::kKeep},
           {".bins[].from", Holding::kCount, Shown::kKeep},
           {".bins[].to", Holding::kCount, Shown::kKeep},
           {".bins[].classes", Holding::kCount, Shown::kCoarsen},
           {".bins[].rows", Holding::kCount, Shown::kCoarsen}}};
}

}  // namespace gauze::report
