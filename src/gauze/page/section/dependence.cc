#include <fmt/format.h>

#include <cmath>

#include "gauze/page/chart/scale.h"
#include "gauze/page/chart/squares.h"
#include "gauze/page/parts.h"
#include "gauze/page/section/section.h"

namespace gauze::page {
namespace {

constexpr std::size_t kMostPairedColumns = 20;

Squares DependencePicture(const Entry& dependence, const char* which, const char* title,
                          Colour colour) {
  Squares squares{
      .title = title,
      .description = "The larger the square, the more one column tells about the other.",
      .colour = colour};
  for (const Entry& name : dependence["attributes"].items()) {
    if (squares.names.size() < kMostPairedColumns) squares.names.push_back(name.text());
  }
  const std::vector<Entry> rows = dependence[which].items();
  squares.values.resize(squares.names.size());
  for (std::size_t i = 0; i < squares.names.size(); ++i) {
    squares.values[i].resize(squares.names.size());
    if (i >= rows.size()) continue;
    const std::vector<Entry> cells = rows[i].items();
    for (std::size_t j = 0; j < cells.size() && j < squares.names.size(); ++j) {
      squares.values[i][j] = cells[j].number();
    }
  }
  return squares;
}

// The pair that changed most, in words.
Html Largest(const Squares& before, const Squares& after) {
  double change = 0;
  std::size_t first = 0;
  std::size_t second = 0;
  for (std::size_t i = 0; i < before.names.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (!before.values[i][j] || !after.values[i][j]) continue;
      const double here = std::abs(*before.values[i][j] - *after.values[i][j]);
      if (here <= change) continue;
      change = here;
      first = j;
      second = i;
    }
  }
  if (change == 0) return {};
  return Words(" The largest change is between ") + Named(before.names[first]) + Words(" and ") +
         Named(before.names[second]) +
         Words(fmt::format(": from {} to {}.",
                           Written(*before.values[second][first], Unit::kNumber),
                           Written(*after.values[second][first], Unit::kNumber)));
}

Html ShowDependence(const Entry& evidence) {
  const Entry dependence = evidence["dependence"];
  if (!dependence) return {};
  const Squares before = DependencePicture(dependence, "original", "Original", Colour::kOrange);
  const Squares after = DependencePicture(dependence, "released", "Released", Colour::kBlue);
  return Tag{"p"}(
             Words("The larger a square, the more one column tells about the other: nothing at 0, "
                   "everything at 1, which the squares on the diagonal show. Measured by ") +
             Named(dependence["measure"].text()) + Words(".") + Largest(before, after)) +
         Beside({Figure(before), Figure(after)});
}

}  // namespace

Section DependenceSection() {
  return {"dependence", "Do columns still belong together as they did?", ShowDependence};
}

}  // namespace gauze::page
