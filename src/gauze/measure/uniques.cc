#include "gauze/measure/measure.h"

namespace gauze {
namespace {

std::vector<Figure> ComputeUniques(const ReleaseShape& shape) {
  if (shape.class_sizes.empty()) return {};
  const auto& [size, classes] = *shape.class_sizes.begin();
  const double alone = size == 1 ? static_cast<double>(classes) : 0;
  return {{"uniques.rows", alone},
          {"uniques.share", alone / static_cast<double>(shape.rows_out())}};
}

}  // namespace

MeasureEntry Uniques() {
  return {
      {.name = "uniques",
       .summary = "Released rows that are alone in their class",
       .guarantees = "The number of released rows whose quasi-identifiers nobody else shares, "
                     "and their share of the released rows; 0 in every release with k of at "
                     "least 2.",
       .not_covered = "A row that is unique here need not be unique in the population, and a "
                      "class of two is hardly safer than a class of one.",
       .reference = "Skinner, Elliot: A Measure of Disclosure Risk for Microdata, JRSS B 64(4), "
                    "2002"},
      ComputeUniques};
}

}  // namespace gauze
