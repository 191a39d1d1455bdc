#include <algorithm>
#include <numeric>

#include "gauze/measure/measure.h"

namespace gauze {

#define GAUZE_MEASURE(Name) MeasureEntry Name();
#include "gauze/measure/measures.inc"
#undef GAUZE_MEASURE

std::uint64_t ReleaseShape::rows_out() const {
  return std::accumulate(class_rows.begin(), class_rows.end(), std::uint64_t{0});
}

bool ReleaseShape::has_loss() const {
  return rows_in > 0 && !quasi_identifiers.empty() &&
         loss.size() == class_rows.size() * quasi_identifiers.size();
}

const std::vector<MeasureEntry>& Measures() {
  static const std::vector<MeasureEntry> measures = {
#define GAUZE_MEASURE(Name) Name(),
#include "gauze/measure/measures.inc"
#undef GAUZE_MEASURE
  };
  return measures;
}

std::vector<Figure> ComputeMeasures(const ReleaseShape& shape) {
  Check(shape.rows_out() <= shape.rows_in, "a release has more rows than its input");
  Check(std::ranges::find(shape.class_rows, 0U) == shape.class_rows.end(), "a class has no rows");
  Check(shape.loss.empty() ||
            shape.loss.size() == shape.class_rows.size() * shape.quasi_identifiers.size(),
        "losses are given for some classes only");
  std::vector<Figure> figures;
  for (const MeasureEntry& measure : Measures()) {
    for (Figure& figure : measure.compute(shape)) figures.push_back(std::move(figure));
  }
  return figures;
}

}  // namespace gauze
