#include "gauze/measure/measure.h"

// The usual figures of survey offices: fk, how many rows of the sample are alike; Fk, how many
// persons of the population their weights say; 1/Fk, the risk of each of these rows.

namespace gauze {
namespace {

std::vector<Figure> ComputeIndividualRisk(const ReleaseShape& shape) {
  if (shape.class_sizes.empty()) return {};
  const auto smallest = static_cast<double>(shape.class_sizes.begin()->first);
  // Without weights the sample is the population.
  const double persons = shape.weighted ? shape.weighted->smallest : smallest;
  const double expected =
      shape.weighted ? shape.weighted->expected : static_cast<double>(shape.classes());
  return {{"individual_risk.fk_smallest", smallest},
          {"individual_risk.Fk_smallest", persons},
          {"individual_risk.highest", 1 / persons},
          {"individual_risk.mean", expected / static_cast<double>(shape.rows_out())},
          {"individual_risk.expected", expected}};
}

}  // namespace

MeasureEntry IndividualRisk() {
  return {{.name = "individual_risk",
           .summary = "Risk of each row from its frequency in the sample and in the population",
           .guarantees = "fk, the rows of the smallest class; Fk, the smallest number of people "
                         "that a class stands for by its weights; 1 / Fk of a row, highest and "
                         "mean; and its sum, the expected number of right guesses.",
           .not_covered = "Weights estimate the population, and the estimate is worst for small "
                          "classes. A * or a range is a value like any other. Without weights Fk "
                          "is fk.",
           .reference = "Templ, Kowarik, Meindl: Statistical Disclosure Control for Micro-Data "
                        "Using the R Package sdcMicro, JSS 67(4), 2015"},
          ComputeIndividualRisk};
}

}  // namespace gauze
