#include <algorithm>

#include "gauze/measure/measure.h"

namespace gauze {
namespace {

// The middle size, or the mean of the two middle ones.
double Median(std::vector<std::uint64_t> sizes) {
  const auto middle = sizes.begin() + static_cast<std::ptrdiff_t>(sizes.size() / 2);
  std::nth_element(sizes.begin(), middle, sizes.end());
  const auto upper = static_cast<double>(*middle);
  if (sizes.size() % 2 == 1) return upper;
  return (static_cast<double>(*std::max_element(sizes.begin(), middle)) + upper) / 2;
}

std::vector<Figure> Compute(const ReleaseShape& shape) {
  const auto classes = static_cast<double>(shape.class_rows.size());
  const auto suppressed = static_cast<double>(shape.suppressed());
  if (shape.class_rows.empty()) {
    return {{"class_sizes.classes", classes}, {"class_sizes.suppressed_rows", suppressed}};
  }
  const auto [smallest, largest] = std::ranges::minmax(shape.class_rows);
  return {{"class_sizes.classes", classes},
          {"class_sizes.smallest", static_cast<double>(smallest)},
          {"class_sizes.median", Median(shape.class_rows)},
          {"class_sizes.mean", static_cast<double>(shape.rows_out()) / classes},
          {"class_sizes.largest", static_cast<double>(largest)},
          {"class_sizes.suppressed_rows", suppressed}};
}

}  // namespace

MeasureEntry ClassSizes() {
  return {{.name = "class_sizes",
           .summary = "How many classes there are, how large they are, and the rows left out",
           .guarantees = "The number of classes, the smallest, median, mean and largest class in "
                         "rows, and the number of input rows that are not in the release.",
           .not_covered = "Sizes are rows, not persons, and say nothing of the sensitive values "
                          "inside a class.",
           .reference = "Sweeney: k-Anonymity: A Model for Protecting Privacy, IJUFKS 10(5), 2002"},
          Compute};
}

}  // namespace gauze
