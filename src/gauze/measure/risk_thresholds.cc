#include <fmt/format.h>

#include "gauze/measure/measure.h"
#include "gauze/measure/size_figures.h"

namespace gauze {
namespace {

std::vector<Figure> ComputeRiskThresholds(const ReleaseShape& shape) {
  if (shape.class_sizes.empty()) return {};
  const auto rows_out = static_cast<double>(shape.rows_out());
  std::vector<Figure> figures;
  for (const RiskThreshold& threshold : kRiskThresholds) {
    const auto above = static_cast<double>(RowsInSmaller(shape.class_sizes, threshold.cell));
    figures.push_back({fmt::format("risk_above.{}", threshold.limit), above / rows_out});
  }
  return figures;
}

}  // namespace

MeasureEntry RiskThresholds() {
  return {
      {.name = "risk_thresholds",
       .summary = "Share of released rows whose risk is above 0.05, 0.09, 0.2 and 0.33",
       .guarantees = "The share of released rows in classes smaller than the cell sizes that "
                     "these thresholds stand for: 20, 11, 5 and 3 rows. 0.09 is the threshold "
                     "of the guidance to EMA Policy 0070 and of Health Canada.",
       .not_covered = "A threshold is a convention, not a safe value, and the regulators apply "
                      "theirs to people in context, not to a file alone. Read literally, 0.09 asks "
                      "for classes of 12, because 1/11 is 0.0909.",
       .reference = "EMA: External guidance on the implementation of Policy 0070, 2016; Health "
                    "Canada: Public Release of Clinical Information, 2019; cell sizes: El Emam: "
                    "Guide to the De-Identification of Personal Health Information, CRC Press "
                    "2013, chapter Cell Size Precedents"},
      ComputeRiskThresholds};
}

}  // namespace gauze
