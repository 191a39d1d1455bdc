#include "gauze/page/chart/points.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "gauze/base/error.h"
#include "gauze/page/text.h"

namespace gauze::page {
namespace {

constexpr double kPlot = 240;
constexpr double kLegend = 18;     // a line of it
constexpr double kName = 18;       // of an axis
constexpr double kAxisMarks = 18;  // numbers along the axis
constexpr double kReach = 5;       // half of a mark
constexpr int kSteps = 4;
constexpr double kMostAxisName = 110;
constexpr std::array<Colour, 4> kColours = {Colour::kBlue, Colour::kOrange, Colour::kGreen,
                                            Colour::kPurple};

// Circle, square, triangle, diamond.
std::string Shape(std::size_t group, double x, double y, bool hollow, const std::string& told) {
  const std::string kind =
      fmt::format("{} {}", ClassOf(kColours.at(group)), hollow ? "outline" : "dot");
  if (group == 0) {
    return fmt::format("<circle class=\"{}\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{:g}\">{}</circle>\n",
                       kind, x, y, kReach, told);
  }
  std::string corners;
  if (group == 1) {
    corners = fmt::format("{0:.1f},{1:.1f} {2:.1f},{1:.1f} {2:.1f},{3:.1f} {0:.1f},{3:.1f}",
                          x - kReach, y - kReach, x + kReach, y + kReach);
  } else if (group == 2) {
    corners = fmt::format("{:.1f},{:.1f} {:.1f},{:.1f} {:.1f},{:.1f}", x, y - kReach - 1,
                          x + kReach + 1, y + kReach, x - kReach - 1, y + kReach);
  } else {
    corners = fmt::format("{0:.1f},{1:.1f} {2:.1f},{3:.1f} {0:.1f},{4:.1f} {5:.1f},{3:.1f}", x,
                          y - kReach - 2, x + kReach + 2, y, y + kReach + 2, x - kReach - 2);
  }
  return fmt::format("<polygon class=\"{}\" points=\"{}\">{}</polygon>\n", kind, corners, told);
}

struct Box {
  double left, right, top, bottom;
  bool Overlaps(const Box& other) const {
    return left < other.right && other.left < right && top < other.bottom && other.top < bottom;
  }
};

class PointDrawing {
 public:
  explicit PointDrawing(const Points& points) : points_(points) {
    Check(!points.points.empty(), "points to draw");
    const auto [left, right] = std::ranges::minmax(points.points, {}, &Point::across);
    const auto [low, high] = std::ranges::minmax(points.points, {}, &Point::up);
    across_ = Scale::Between(left.across, right.across, kSteps);
    up_ = Scale::Between(low.up, high.up, kSteps);
    for (const double mark : up_.Marks()) {
      left_ = std::max(left_, WidthOf(Written(mark, points.up.unit)));
    }
    left_ += kMargin + kGap;
    top_ = kTitle + kLegend * static_cast<double>(points.groups.size() + 1) + kName + kGap;
  }

  double Height() const { return Floor() + kAxisMarks + kName + kMargin; }

  std::string Draw() const {
    return Legend() + Grid() + Marks() +
           TextAt(kMargin, top_ - kGap - 4, "start",
                  Fitting(points_.up.name, kWidth - 2 * kMargin)) +
           TextAt(kRight, Floor() + kAxisMarks + kName, "end",
                  Fitting(points_.across.name, kRight - kMargin));
  }

 private:
  static constexpr double kRight = kWidth - 3 * kMargin;

  double Floor() const { return top_ + kPlot; }
  double X(double across) const { return left_ + (kRight - left_) * across_.Place(across); }
  double Y(double up) const { return Floor() - kPlot * up_.Place(up); }

  std::string Legend() const {
    std::string svg;
    double y = kTitle + 4;
    for (std::size_t i = 0; i < points_.groups.size(); ++i, y += kLegend) {
      svg += Shape(i, kMargin + 8, y, false, "");
      svg += TextAt(kMargin + 22, y + 4, "start", Fitting(points_.groups[i], kWidth / 2));
    }
    if (std::ranges::any_of(points_.points, &Point::beaten)) {
      svg += Shape(0, kMargin + 8, y, true, "");
      svg +=
          TextAt(kMargin + 22, y + 4, "start", "hollow: another is as good in both, better in one");
    }
    return svg;
  }

  std::string Grid() const {
    std::string svg;
    for (const double mark : up_.Marks()) {
      svg += LineFrom(left_, Y(mark), kRight, Y(mark), "grid");
      svg += TextAt(left_ - kGap, Y(mark) + 4, "end", Written(mark, points_.up.unit));
    }
    for (const double mark : across_.Marks()) {
      svg += LineFrom(X(mark), top_, X(mark), Floor(), "grid");
      svg +=
          TextAt(X(mark), Floor() + kAxisMarks - 2, "middle", Written(mark, points_.across.unit));
    }
    return svg;
  }

  // Points first, so that no name hides one.
  std::string Marks() const {
    std::vector<Box> taken;
    std::string svg;
    for (const Point& point : points_.points) {
      const double x = X(point.across);
      const double y = Y(point.up);
      svg += Shape(point.group, x, y, point.beaten,
                   fmt::format("<title>{}</title>", Escaped(Shortened(point.name, 200))));
      taken.push_back({x - kReach - 2, x + kReach + 2, y - kReach - 2, y + kReach + 2});
    }
    for (const Point& point : points_.points) {
      const std::string name = Fitting(point.name, kMostAxisName);
      const std::optional<Box> box = Room(point, WidthOf(name), taken);
      if (!box) continue;
      taken.push_back(*box);
      svg += TextAt(box->left, box->bottom - 3, "start", name);
    }
    return svg;
  }

  // For a name beside its point where nothing is yet.
  std::optional<Box> Room(const Point& point, double width, const std::vector<Box>& taken) const {
    for (const double down : {4.0, -8.0, 16.0}) {
      for (const bool right : {true, false}) {
        const double x = X(point.across) + (right ? kReach + 4 : -kReach - 4 - width);
        const double y = Y(point.up) + down;
        const Box box{x, x + width, y - 10, y + 3};
        const bool inside = box.left >= left_ && box.right <= kWidth - 4 && box.top >= top_ - 4 &&
                            box.bottom <= Floor();
        const auto covers = [&](const Box& other) { return other.Overlaps(box); };
        if (inside && std::ranges::none_of(taken, covers)) return box;
      }
    }
    return std::nullopt;
  }

  const Points& points_;
  Scale across_;
  Scale up_;
  double left_ = 0;
  double top_ = 0;
};

}  // namespace

std::string Svg(const Points& points, Standing standing) {
  const PointDrawing drawing(points);
  return Framed({points.title, points.description, drawing.Height()}, drawing.Draw(), standing);
}

Table Numbers(const Points& points) {
  Table table{.head = {"candidate", points.across.name, points.up.name,
                       "another is as good in both, better in one"}};
  for (const Point& point : points.points) {
    table.rows.push_back({point.name, Written(point.across, points.across.unit),
                          Written(point.up, points.up.unit), point.beaten ? "yes" : "no"});
  }
  return table;
}

}  // namespace gauze::page
