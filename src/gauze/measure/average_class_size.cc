#include "gauze/measure/measure.h"

namespace gauze {
namespace {

std::vector<Figure> ComputeAverageClassSize(const ReleaseShape& shape) {
  if (shape.k == 0 || shape.class_sizes.empty()) return {};
  const double mean = static_cast<double>(shape.rows_out()) / static_cast<double>(shape.classes());
  return {{"average_class_size", mean / static_cast<double>(shape.k)}};
}

}  // namespace

MeasureEntry AverageClassSize() {
  return {
      {.name = "average_class_size",
       .summary = "C_avg: mean class size in units of k; 1 is the least possible",
       .guarantees = "The released rows divided by the number of classes and by k: how much "
                     "larger classes are than k-anonymity asks for. Only with a k.",
       .not_covered = "It counts neither the rows left out nor how far values were generalised, "
                      "and other models may need classes larger than k.",
       .reference = "LeFevre, DeWitt, Ramakrishnan: Mondrian Multidimensional K-Anonymity, "
                    "ICDE 2006"},
      ComputeAverageClassSize};
}

}  // namespace gauze
