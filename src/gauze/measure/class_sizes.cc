#include <fmt/format.h>

#include "gauze/measure/measure.h"
#include "gauze/measure/size_figures.h"

namespace gauze {
namespace {

std::vector<Figure> ComputeClassSizes(const ReleaseShape& shape) {
  const auto classes = static_cast<double>(shape.classes());
  const auto suppressed = static_cast<double>(shape.suppressed());
  if (shape.class_sizes.empty()) {
    return {{"class_sizes.classes", classes}, {"class_sizes.suppressed_rows", suppressed}};
  }
  return {{"class_sizes.classes", classes},
          {"class_sizes.smallest", static_cast<double>(shape.class_sizes.begin()->first)},
          {"class_sizes.median", MedianSize(shape.class_sizes)},
          {"class_sizes.mean", static_cast<double>(shape.rows_out()) / classes},
          {"class_sizes.largest", static_cast<double>(shape.class_sizes.rbegin()->first)},
          {"class_sizes.suppressed_rows", suppressed}};
}

std::string ReadClassSizes(const FiguresByName& figures) {
  if (!figures.Find("class_sizes.smallest")) return "";
  const std::string sizes = fmt::format(
      "Rows look alike in {}: the smallest has {}, a middle one {:g}.",
      figures.Count("class_sizes.classes", "class", "classes"),
      figures.Count("class_sizes.smallest", "row", "rows"), figures["class_sizes.median"]);
  if (figures["class_sizes.suppressed_rows"] == 0) return sizes;
  return fmt::format("{} {} left out.", sizes,
                     figures.Count("class_sizes.suppressed_rows", "row was", "rows were"));
}

}  // namespace

MeasureEntry ClassSizes() {
  return {
      {.name = "class_sizes",
       .summary = "How many classes there are, how large they are, and the rows left out",
       .guarantees = "The number of classes, the smallest, median, mean and largest class in "
                     "rows, and the number of input rows that are not in the release.",
       .not_covered =
           "Sizes are rows, not people, and say nothing about the sensitive values inside a class.",
       .reference = "Sweeney: k-Anonymity: A Model for Protecting Privacy, IJUFKS 10(5), 2002"},
      ComputeClassSizes,
      ReadClassSizes};
}

}  // namespace gauze
