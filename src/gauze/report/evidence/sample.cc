#include "gauze/base/json.h"
#include "gauze/report/evidence/evidence_section.h"

namespace gauze::report {
namespace {

// Which rows the next three sections are counted from, and which columns they cannot show.
Result<Json> GatherSample(Material& material, Progress& /*progress*/) {
  const SampledColumns* const sample = material.sample();
  if (sample == nullptr) return Json();
  Json left_out = Json::array();
  for (const auto& column : sample->left_out()) {
    left_out.push_back({{"attribute", column.attribute}, {"why", column.why}});
  }
  return Json{{"original_rows", sample->original_rows()},
              {"released_rows", sample->released_rows()},
              {"left_out", left_out}};
}

}  // namespace

Section SampleEvidence() {
  return {"sample",
          "reading a sample",
          GatherSample,
          {{".original_rows", Holding::kCount, Shown::kDrop},
           {".released_rows", Holding::kCount, Shown::kDrop},
           {".left_out[].attribute", Holding::kText, Shown::kDrop},
           {".left_out[].why", Holding::kText, Shown::kDrop}}};
}

}  // namespace gauze::report
