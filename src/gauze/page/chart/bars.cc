#include "gauze/page/chart/bars.h"

#include <fmt/format.h>

#include <algorithm>

#include "gauze/page/text.h"

namespace gauze::page {
namespace {

constexpr double kBarLegend = 22;  // the line that says what outline and filling are
constexpr double kRow = 18;
constexpr double kNameAbove = 15;  // more, where the name has a line of its own
constexpr double kOutline = 13;    // heights of bars
constexpr double kFilled = 11;
constexpr double kInside = 6;             // of a filled bar in an outline
constexpr double kLongestBar = 70;        // at least so much is left for it beside names
constexpr double kMostBarName = 60;       // names may have at least this
constexpr std::size_t kMostInstead = 16;  // characters
constexpr double kLimit = 16;             // a limit's line of words

bool HasBefore(const Bars& bars) {
  return std::ranges::any_of(bars.bars, [](const Bar& bar) { return bar.before.has_value(); });
}

std::string Now(const Bar& bar, Unit unit) {
  if (bar.now) return Written(*bar.now, unit);
  return bar.instead.empty() ? "–" : Shortened(bar.instead, kMostInstead);
}

// "12 %", or "12 % → 9.5 %" where there are two.
std::string Told(const Bar& bar, Unit unit) {
  return (bar.before ? Written(*bar.before, unit) + " → " : "") + Now(bar, unit);
}

class BarDrawing {
 public:
  explicit BarDrawing(const Bars& bars) : bars_(bars), both_(HasBefore(bars)) {
    double most = 0;
    double told = 0;
    for (const Bar& bar : bars.bars) {
      told = std::max(told, WidthOf(Told(bar, bars.unit)));
      most = std::max({most, bar.before.value_or(0), bar.now.value_or(0)});
    }
    most_name_ = std::max(kMostBarName, kWidth - 2 * kMargin - 2 * kGap - told - kLongestBar);
    for (const Bar& bar : bars.bars) {
      rows_.push_back(height_);
      height_ += kRow + (IsAbove(bar) ? kNameAbove : 0);
      if (!IsAbove(bar)) left_ = std::max(left_, WidthOf(bar.name));
    }
    for (const Limit& limit : bars.limits) most = std::max(most, limit.at);
    left_ += kMargin + kGap;
    right_ = kWidth - kMargin - kGap - told;
    most_ = most > 0 ? most : 1;
    top_ = kTitle + (both_ ? kBarLegend : 0);
  }

  double Height() const {
    return Floor() + kLimit * static_cast<double>(bars_.limits.size()) + kMargin;
  }

  std::string Draw() const {
    std::string svg = both_ ? Legend() : "";
    svg += LineFrom(left_, top_, left_, Floor(), "grid");
    for (std::size_t i = 0; i < bars_.bars.size(); ++i) svg += Row(i);
    for (std::size_t i = 0; i < bars_.limits.size(); ++i) svg += LimitLine(i);
    return svg;
  }

 private:
  double Floor() const { return top_ + height_ + 4; }
  // A name that has no room beside its bar stands above it.
  bool IsAbove(const Bar& bar) const { return WidthOf(bar.name) > most_name_; }
  double Length(double value) const {
    return (right_ - left_) * std::clamp(value / most_, 0.0, 1.0);
  }

  std::string Rect(const char* kind, Colour colour, double y, double width, double height) const {
    return fmt::format(
        "<rect class=\"{} {}\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:g}\"/>\n",
        ClassOf(colour), kind, left_, y, width, height);
  }

  std::string Legend() const {
    const double y = kTitle + 6;
    const double second = kMargin + 24 + WidthOf(bars_.before) + 2 * kGap;
    return fmt::format(
               "<rect class=\"orange outline\" x=\"{:g}\" y=\"{:g}\" width=\"16\" "
               "height=\"10\"/>\n<rect class=\"{} bar\" x=\"{:.1f}\" y=\"{:g}\" width=\"16\" "
               "height=\"6\"/>\n",
               kMargin, y - 5, ClassOf(bars_.colour), second, y - 3) +
           TextAt(kMargin + 22, y + 4, "start", bars_.before) +
           TextAt(second + 22, y + 4, "start", bars_.now);
  }

  std::string Row(std::size_t i) const {
    const Bar& bar = bars_.bars[i];
    const bool above = IsAbove(bar);
    const double middle = top_ + rows_[i] + (above ? kNameAbove : 0) + kRow / 2 + 2;
    std::string svg =
        above ? TextAt(kMargin, middle - kRow / 2, "start", Fitting(bar.name, kWidth - 2 * kMargin))
              : TextAt(left_ - kGap, middle + 4, "end", Cleaned(bar.name));
    if (bar.before && *bar.before > 0) {
      svg += Rect("outline", Colour::kOrange, middle - kOutline / 2, Length(*bar.before), kOutline);
    }
    const double thick = bar.before ? kInside : kFilled;
    if (bar.now && *bar.now > 0) {
      svg += Rect("bar", bars_.colour, middle - thick / 2, Length(*bar.now), thick);
    }
    const double longest = std::max(bar.before.value_or(0), bar.now.value_or(0));
    return svg + TextAt(left_ + Length(longest) + kGap, middle + 4, "start", Told(bar, bars_.unit));
  }

  // Down to its words, which stand to the side where there is room.
  std::string LimitLine(std::size_t i) const {
    const Limit& limit = bars_.limits[i];
    const double x = left_ + Length(limit.at);
    const double y = Floor() + kLimit * static_cast<double>(i + 1);
    const bool left_side = x > kWidth / 2;
    const double room = left_side ? x - kMargin - 4 : kWidth - kMargin - x - 4;
    const std::string words =
        Fitting(fmt::format("{}: {}", limit.name, Written(limit.at, bars_.unit)), room);
    return LineFrom(x, top_, x, y, "limit") +
           TextAt(left_side ? x - 4 : x + 4, y, left_side ? "end" : "start", words);
  }

  const Bars& bars_;
  bool both_;
  double left_ = 0;   // where bars begin
  double right_ = 0;  // where the longest ends
  double most_name_ = 0;
  std::vector<double> rows_;  // where each begins, below the top
  double height_ = 0;         // of all
  double most_ = 1;
  double top_ = 0;
};

}  // namespace

std::string Svg(const Bars& bars, Standing standing) {
  const BarDrawing drawing(bars);
  return Framed({bars.title, bars.description, drawing.Height()}, drawing.Draw(), standing);
}

Table Numbers(const Bars& bars) {
  const bool both = HasBefore(bars);
  Table table{.head = {bars.names}};
  if (both) table.head.push_back(bars.before);
  table.head.push_back(bars.now);
  for (const Bar& bar : bars.bars) {
    std::vector<std::string>& row = table.rows.emplace_back(std::vector{bar.name});
    if (both) row.push_back(bar.before ? Written(*bar.before, bars.unit) : "–");
    row.push_back(Now(bar, bars.unit));
  }
  for (const Limit& limit : bars.limits) {
    std::vector<std::string>& row = table.rows.emplace_back(std::vector{limit.name});
    if (both) row.emplace_back("");
    row.push_back(Written(limit.at, bars.unit));
  }
  return table;
}

}  // namespace gauze::page
