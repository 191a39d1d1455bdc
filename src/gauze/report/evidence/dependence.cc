#include <algorithm>
#include <cmath>

#include "gauze/base/json.h"
#include "gauze/base/parallel.h"
#include "gauze/report/evidence/evidence_section.h"
#include "gauze/report/evidence/joint.h"

namespace gauze::report {
namespace {

// Cramér's V (Mathematical Methods of Statistics, 1946): 0, nothing to learn of one column from the
// other, to 1, everything. Places that nobody is at do not count.
double CramersV(const Joint& joint, std::size_t columns) {
  const std::size_t rows = joint.size() / columns;
  std::vector<double> of_row(rows);
  std::vector<double> of_column(columns);
  double all = 0;
  for (std::size_t i = 0; i < joint.size(); ++i) {
    of_row[i / columns] += joint[i];
    of_column[i % columns] += joint[i];
    all += joint[i];
  }
  const auto taken = [](double count) { return count > 0; };
  const auto narrow =
      std::min(std::ranges::count_if(of_row, taken), std::ranges::count_if(of_column, taken));
  if (narrow < 2) return 0;
  double chi_squared = 0;
  for (std::size_t i = 0; i < joint.size(); ++i) {
    const double expected = of_row[i / columns] * of_column[i % columns] / all;
    if (expected > 0) chi_squared += (joint[i] - expected) * (joint[i] - expected) / expected;
  }
  return std::min(1.0, std::sqrt(chi_squared / all / static_cast<double>(narrow - 1)));
}

Json Square(const std::vector<double>& values, std::size_t side) {
  Json square = Json::array();
  for (std::size_t i = 0; i < side; ++i) {
    Json line = Json::array();
    for (std::size_t j = 0; j < side; ++j) line.push_back(values[i * side + j]);
    square.push_back(std::move(line));
  }
  return square;
}

Result<Json> GatherDependence(Material& material, Progress& /*progress*/) {
  const SampledColumns* const sample = material.sample();
  if (sample == nullptr) return Json();
  const auto columns = ComparedColumns(*sample);
  const std::size_t side = columns.size();
  if (side < 2) return Json();
  std::vector<double> original(side * side, 1.0);
  std::vector<double> released(side * side, 1.0);
  ForEach(side * side, [&](std::size_t pair) {
    const std::size_t i = pair / side;
    const std::size_t j = pair % side;
    if (i >= j) return;
    const std::size_t places = columns[j]->bins.places();
    original[pair] = original[j * side + i] =
        CramersV(OriginalJoint(*columns[i], *columns[j], JointRows::kAll), places);
    released[pair] = released[j * side + i] =
        CramersV(ReleasedJoint(*columns[i], *columns[j]), places);
  });
  Json attributes = Json::array();
  for (const auto* column : columns) attributes.push_back(column->attribute->attribute.name);
  return Json{{"attributes", attributes},
              {"measure", "Cramér's V"},
              {"original", Square(original, side)},
              {"released", Square(released, side)}};
}

}  // namespace

Section DependenceEvidence() {
  return {"dependence",
          "comparing columns",
          GatherDependence,
          {{".attributes[]", Holding::kText, Shown::kDrop},
           {".measure", Holding::kText, Shown::kDrop},
           {".original[][]", Holding::kNumber, Shown::kDrop},
           {".released[][]", Holding::kNumber, Shown::kDrop}}};
}

}  // namespace gauze::report
