#include <array>
#include <string>

#include "gauze/measure/measure.h"

namespace gauze {
namespace {

// The thresholds that are in use come from smallest cell sizes and are written rounded: 0.33 is a
// cell of 3 and 0.09 a cell of 11. So rows are compared by class size, and a class of exactly 11 is
// not above 0.09 although 1/11 is 0.0909.
struct Threshold {
  const char* name;
  std::uint64_t cell;
};
constexpr std::array kThresholds = {Threshold{"0.05", 20}, Threshold{"0.09", 11},
                                    Threshold{"0.2", 5}, Threshold{"0.33", 3}};

std::vector<Figure> Compute(const ReleaseShape& shape) {
  if (shape.class_sizes.empty()) return {};
  const auto rows_out = static_cast<double>(shape.rows_out());
  std::vector<Figure> figures;
  for (const Threshold& threshold : kThresholds) {
    std::uint64_t above = 0;
    for (const auto& [rows, classes] : shape.class_sizes) {
      above += rows < threshold.cell ? rows * classes : 0;
    }
    figures.push_back(
        {std::string("risk_above.") + threshold.name, static_cast<double>(above) / rows_out});
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
                      "theirs to persons in context, not to a file alone. Read literally, 0.09 "
                      "asks for classes of 12, because 1/11 is 0.0909.",
       .reference = "EMA: External guidance on the implementation of Policy 0070, 2016; Health "
                    "Canada: Public Release of Clinical Information, 2019; cell sizes: El Emam: "
                    "Guide to the De-Identification of Personal Health Information, CRC Press "
                    "2013, chapter Cell Size Precedents"},
      Compute};
}

}  // namespace gauze
