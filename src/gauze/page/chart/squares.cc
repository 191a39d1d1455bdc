#include "gauze/page/chart/squares.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "gauze/base/error.h"
#include "gauze/page/chart/scale.h"
#include "gauze/page/text.h"

namespace gauze::page {
namespace {

constexpr std::size_t kMostNames = 20;
constexpr double kMostSquareName = 160;  // so that cells stay large enough to be seen
constexpr double kNumber = 18;           // the room that a number over a column needs
constexpr double kLargestCell = 36;
constexpr double kLowestRow = 14;  // lines of names do not cover each other
constexpr double kHead = 18;       // numbers over the columns

std::string Numbered(std::size_t i, const std::string& name) {
  return fmt::format("{} {}", i + 1, name);
}

}  // namespace

std::string Svg(const Squares& squares, Standing standing) {
  const std::size_t count = squares.names.size();
  Check(count <= kMostNames && squares.values.size() == count, "a row of squares for each name");
  double left = 0;
  for (std::size_t i = 0; i < count; ++i) {
    left = std::max(left, std::min(kMostSquareName, WidthOf(Numbered(i, squares.names[i]))));
  }
  left += kMargin + kGap;
  const double cell =
      std::min(kLargestCell, (kWidth - kMargin - left) / std::max(1.0 * count, 1.0));
  const double row = std::max(cell, kLowestRow);
  const double top = kTitle + kHead;
  std::string svg;
  for (std::size_t i = 0; i < count; ++i) {
    const double middle = (static_cast<double>(i) + 0.5) * cell;
    const double line = top + (static_cast<double>(i) + 0.5) * row + 4;
    svg +=
        TextAt(left - kGap, line, "end", Fitting(Numbered(i, squares.names[i]), kMostSquareName));
    if (cell >= kNumber || i % 2 == 0) {
      svg += TextAt(left + middle, top - 5, "middle", std::to_string(i + 1));
    }
  }
  for (std::size_t i = 0; i <= count; ++i) {
    const double across = static_cast<double>(i) * cell;
    const double down = static_cast<double>(i) * row;
    const double all = static_cast<double>(count);
    svg += LineFrom(left, top + down, left + all * cell, top + down, "grid");
    svg += LineFrom(left + across, top, left + across, top + all * row, "grid");
  }
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t j = 0; j < squares.values[i].size() && j < count; ++j) {
      const std::optional<double>& value = squares.values[i][j];
      if (!value || !(*value > 0)) continue;
      const double side = (cell - 2) * std::sqrt(std::min(*value, 1.0));
      svg += fmt::format(
          "<rect class=\"{} bar\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\"/>\n",
          ClassOf(squares.colour), left + (static_cast<double>(j) + 0.5) * cell - side / 2,
          top + (static_cast<double>(i) + 0.5) * row - side / 2, side, side);
    }
  }
  const double height = top + static_cast<double>(count) * row + kMargin;
  return Framed({squares.title, squares.description, height}, svg, standing);
}

Table Numbers(const Squares& squares) {
  Table table{.head = {""}};
  for (std::size_t i = 0; i < squares.names.size(); ++i) {
    table.head.push_back(std::to_string(i + 1));
    std::vector<std::string>& row =
        table.rows.emplace_back(std::vector{Numbered(i, squares.names[i])});
    for (const std::optional<double>& value : squares.values.at(i)) {
      row.push_back(value ? Written(*value, Unit::kNumber) : "–");
    }
  }
  return table;
}

}  // namespace gauze::page
