#include "gauze/measure/measure.h"

namespace gauze {
namespace {

// Squares of 64-bit counts: summed in 128 bits, and rounded once at the end.
std::vector<Figure> ComputeDiscernibility(const ReleaseShape& shape) {
  if (shape.rows_in == 0) return {};
  __extension__ using Sum = unsigned __int128;
  Sum sum = static_cast<Sum>(shape.suppressed()) * shape.rows_in;
  for (const auto& [rows, classes] : shape.class_sizes) {
    sum += static_cast<Sum>(rows) * rows * classes;
  }
  return {{"discernibility", static_cast<double>(sum)}};
}

}  // namespace

MeasureEntry Discernibility() {
  return {
      {.name = "discernibility",
       .summary = "Discernibility metric: the sum of the squared class sizes",
       .guarantees = "Each released row costs the size of its class, each row left out the "
                     "number of input rows; smaller is better.",
       .not_covered = "It sees only how many rows look alike, not how far their values were "
                      "generalised: two releases with equal classes and very different labels "
                      "have the same figure.",
       .reference = "Bayardo, Agrawal: Data Privacy through Optimal k-Anonymization, ICDE 2005"},
      ComputeDiscernibility};
}

}  // namespace gauze
