#include "gauze/page/chart/panels.h"

#include <fmt/format.h>

#include <algorithm>

#include "gauze/base/counted.h"
#include "gauze/base/error.h"
#include "gauze/page/text.h"

namespace gauze::page {
namespace {

constexpr double kCaption = 40;   // a caption's line, with room above it
constexpr double kHeadroom = 16;  // for a number above the highest bar
constexpr double kPanelPlot = 96;
constexpr double kPlaces = 18;  // names of places
constexpr double kPanel = kCaption + kHeadroom + kPanelPlot + kPlaces;
constexpr std::size_t kMostPoints = 40;  // with more, a line has no dots
constexpr std::uint64_t kMostSteps = 3;  // of an axis

// 1, 2, 5, 10, 20, 50 …: the first that is at least `least`.
std::uint64_t RoundStep(std::uint64_t least) {
  for (std::uint64_t power = 1;; power *= 10) {
    for (const std::uint64_t step : {power, 2 * power, 5 * power}) {
      if (step >= least) return step;
    }
  }
}

// Where counts are on an axis from 0.
struct PanelAxis {
  explicit PanelAxis(const std::vector<std::uint64_t>& counts) {
    const std::uint64_t most = std::max<std::uint64_t>(1, std::ranges::max(counts));
    step = RoundStep(most / kMostSteps + (most % kMostSteps == 0 ? 0 : 1));
    steps = most / step + (most % step == 0 ? 0 : 1);
  }
  double Height(std::uint64_t count) const {
    return kPanelPlot * static_cast<double>(count) /
           (static_cast<double>(step) * static_cast<double>(steps));
  }

  std::uint64_t step = 1;
  std::uint64_t steps = 1;
};

// The same for all panels, so that what is below each other belongs together.
struct Sides {
  double left = 0;
  double right = 0;
};

Sides SidesOf(const std::vector<Panel>& panels) {
  Sides sides{.right = kWidth - kMargin};
  for (const Panel& panel : panels) {
    Check(!panel.places.empty() && panel.places.size() == panel.counts.size(),
          "a panel has a count for each of its places");
    const PanelAxis axis(panel.counts);
    const double highest = WidthOf(Grouped(axis.step * axis.steps));
    sides.left = std::max(sides.left, kMargin + highest + kGap);
    if (panel.mark != Mark::kLine) continue;
    const double last = WidthOf(Grouped(panel.counts.back()));
    sides.right = std::min(sides.right, kWidth - kMargin - last - kGap);
  }
  return sides;
}

// One panel, from its caption down.
class PanelDrawing {
 public:
  PanelDrawing(const Panel& panel, const Sides& sides, double top)
      : panel_(panel),
        sides_(sides),
        top_(top),
        floor_(top + kCaption + kHeadroom + kPanelPlot),
        axis_(panel.counts),
        band_((sides.right - sides.left) / static_cast<double>(panel.places.size())) {}

  std::string Draw() const {
    std::string svg = TextAt(kMargin, top_ + kCaption - kGap, "start", panel_.caption, "caption");
    svg += Grid() + Places();
    svg += panel_.mark == Mark::kLine ? Line() : Bars();
    return svg;
  }

 private:
  double Middle(std::size_t place) const {
    return sides_.left + (static_cast<double>(place) + 0.5) * band_;
  }
  double Level(std::size_t place) const { return floor_ - axis_.Height(panel_.counts[place]); }
  std::string Told(std::size_t place) const {
    return fmt::format("<title>{}: {}</title>", Escaped(panel_.places[place]),
                       Grouped(panel_.counts[place]));
  }

  std::string Grid() const {
    std::string svg;
    for (std::uint64_t i = 0; i <= axis_.steps; ++i) {
      const double y = floor_ - axis_.Height(i * axis_.step);
      svg += LineFrom(sides_.left, y, sides_.right, y, "grid");
      svg += TextAt(sides_.left - kGap, y + 4, "end", Grouped(i * axis_.step));
    }
    return svg;
  }

  // As many names as have room.
  std::string Places() const {
    double longest = 0;
    for (const std::string& name : panel_.places) longest = std::max(longest, WidthOf(name));
    const double room = longest + kGap;
    const std::uint64_t every = RoundStep(static_cast<std::uint64_t>(room / band_) + 1);
    std::string svg;
    for (std::size_t i = 0; i < panel_.places.size(); i += every) {
      if (Middle(i) + longest / 2 > kWidth) break;
      svg += TextAt(Middle(i), floor_ + kPlaces - 2, "middle", panel_.places[i]);
    }
    return svg;
  }

  std::string Line() const {
    const char* colour = ClassOf(panel_.colour);
    std::string points;
    for (std::size_t i = 0; i < panel_.counts.size(); ++i) {
      points += fmt::format("{}{:.1f},{:.1f}", i == 0 ? "" : " ", Middle(i), Level(i));
    }
    std::string svg = fmt::format("<polyline class=\"{} line\" points=\"{}\"/>\n", colour, points);
    if (panel_.counts.size() <= kMostPoints) {
      for (std::size_t i = 0; i < panel_.counts.size(); ++i) {
        svg += fmt::format(
            "<circle class=\"{} dot\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"3\">{}</circle>\n", colour,
            Middle(i), Level(i), Told(i));
      }
    }
    const std::size_t last = panel_.counts.size() - 1;
    return svg +
           TextAt(sides_.right + kGap, Level(last) + 4, "start", Grouped(panel_.counts[last]));
  }

  std::string Bars() const {
    const double width = std::max(1.0, std::min(0.7 * band_, 48.0));
    std::string svg;
    for (std::size_t i = 0; i < panel_.counts.size(); ++i) {
      if (panel_.counts[i] == 0) continue;
      const std::string number = Grouped(panel_.counts[i]);
      svg += fmt::format(
          "<rect class=\"{} bar\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" "
          "height=\"{:.1f}\">{}</rect>\n",
          ClassOf(panel_.colour), Middle(i) - width / 2, Level(i), width, floor_ - Level(i),
          Told(i));
      if (WidthOf(number) < band_) svg += TextAt(Middle(i), Level(i) - 4, "middle", number);
    }
    return svg;
  }

  const Panel& panel_;
  const Sides& sides_;
  double top_;
  double floor_;
  PanelAxis axis_;
  double band_;  // width of a place
};

}  // namespace

std::string Svg(const Picture& picture, Standing standing) {
  const Sides sides = SidesOf(picture.panels);
  double top = kTitle;
  std::string svg;
  for (const Panel& panel : picture.panels) {
    svg += PanelDrawing(panel, sides, top).Draw();
    top += kPanel;
  }
  return Framed({picture.title, picture.description, top + kMargin}, svg, standing);
}

Table Numbers(const Picture& picture) {
  Table table{.head = {""}};
  for (const Panel& panel : picture.panels) {
    table.head.push_back(panel.caption);
    if (table.rows.size() < panel.places.size()) table.rows.resize(panel.places.size());
  }
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    for (const Panel& panel : picture.panels) {
      if (table.rows[i].empty()) table.rows[i].push_back(panel.places.at(i));
      table.rows[i].push_back(i < panel.counts.size() ? Grouped(panel.counts[i]) : "");
    }
  }
  return table;
}

}  // namespace gauze::page
