#include "gauze/page/chart/squares.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "gauze/base/error.h"
#include "gauze/base/text/utf8.h"
#include "gauze/page/chart/scale.h"
#include "gauze/page/text.h"

namespace gauze::page {
namespace {

constexpr std::size_t kMostNames = 20;
constexpr double kMostSquareName = 160;  // of a line, so that cells stay large enough to be seen
constexpr double kNumber = 18;           // the room that a number over a column needs
constexpr double kLargestCell = 36;
constexpr double kNameLine = 14;  // lines of names do not cover each other
constexpr double kHead = 18;      // numbers over the columns

std::string Numbered(std::size_t i, const std::string& name) {
  return fmt::format("{} {}", i + 1, name);
}

// One line, or two where one has no room: broken behind a space, "_", "-" or "." of its second
// half, or wherever the first line is full.
std::vector<std::string> NameLines(std::string_view any) {
  const std::string name = Cleaned(any);
  if (WidthOf(name) <= kMostSquareName) return {name};
  std::size_t full = 0;  // what the first line has room for, and where it is best broken
  std::size_t broken = 0;
  double width = 0;
  for (const std::string_view character : Utf8Characters(name)) {
    width += WidthOf(character);
    if (width > kMostSquareName) break;
    full += character.size();
    if (character.find_first_of(" _-.") == 0) broken = full;
  }
  const std::size_t end = broken > full / 2 ? broken : full;
  return {name.substr(0, end), Fitting(name.substr(end), kMostSquareName)};
}

class SquareDrawing {
 public:
  explicit SquareDrawing(const Squares& squares) : squares_(squares) {
    const std::size_t count = squares.names.size();
    Check(count <= kMostNames && squares.values.size() == count, "a row of squares for each name");
    for (std::size_t i = 0; i < count; ++i) {
      names_.push_back(NameLines(Numbered(i, squares.names[i])));
      for (const std::string& line : names_.back()) left_ = std::max(left_, WidthOf(line));
    }
    left_ += kMargin + kGap;
    cell_ = std::min(kLargestCell, (kWidth - kMargin - left_) / std::max(1.0 * count, 1.0));
    tops_.push_back(kTitle + kHead);
    for (const auto& lines : names_) {
      tops_.push_back(tops_.back() +
                      std::max(cell_, kNameLine * static_cast<double>(lines.size())));
    }
  }

  double Height() const { return tops_.back() + kMargin; }

  std::string Draw() const {
    std::string svg;
    for (std::size_t i = 0; i < names_.size(); ++i) svg += Name(i);
    for (std::size_t i = 0; i < tops_.size(); ++i) {
      svg += LineFrom(left_, tops_[i], Left(names_.size()), tops_[i], "grid");
      svg += LineFrom(Left(i), tops_.front(), Left(i), tops_.back(), "grid");
    }
    for (std::size_t i = 0; i < names_.size(); ++i) {
      for (std::size_t j = 0; j < squares_.values[i].size() && j < names_.size(); ++j) {
        svg += Square(i, j);
      }
    }
    return svg;
  }

 private:
  double Left(std::size_t i) const { return left_ + static_cast<double>(i) * cell_; }
  double Middle(std::size_t i) const { return (tops_[i] + tops_[i + 1]) / 2; }

  // Beside its row, and its number over its column.
  std::string Name(std::size_t i) const {
    std::string svg;
    double line = Middle(i) + 4 - kNameLine * static_cast<double>(names_[i].size() - 1) / 2;
    for (const std::string& words : names_[i]) {
      svg += TextAt(left_ - kGap, line, "end", words);
      line += kNameLine;
    }
    if (cell_ >= kNumber || i % 2 == 0) {
      svg += TextAt(Left(i) + cell_ / 2, tops_.front() - 5, "middle", std::to_string(i + 1));
    }
    return svg;
  }

  std::string Square(std::size_t i, std::size_t j) const {
    const std::optional<double>& value = squares_.values[i][j];
    if (!value || !(*value > 0)) return "";
    const double side = (cell_ - 2) * std::sqrt(std::min(*value, 1.0));
    return fmt::format(
        "<rect class=\"{} bar\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\"/>\n",
        ClassOf(squares_.colour), Left(j) + (cell_ - side) / 2, Middle(i) - side / 2, side, side);
  }

  const Squares& squares_;
  std::vector<std::vector<std::string>> names_;  // in lines
  std::vector<double> tops_;                     // of rows, and where the last one ends
  double left_ = 0;                              // where squares begin
  double cell_ = 0;                              // how wide one is
};

}  // namespace

std::string Svg(const Squares& squares, Standing standing) {
  const SquareDrawing drawing(squares);
  return Framed({squares.title, squares.description, drawing.Height()}, drawing.Draw(), standing);
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
