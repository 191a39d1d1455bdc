#include "gauze/page/chart/frame.h"

#include <fmt/format.h>

#include "gauze/page/text.h"

namespace gauze::report {
namespace {

constexpr std::size_t kMostDescribed = 600;  // characters
constexpr double kBold = 1.3;                // how much wider a title's letters are

}  // namespace

std::string_view ChartStyle() {
  return R"(.gauze-picture { font: 12px system-ui, sans-serif; max-width: 100%; height: auto; }
.gauze-picture .title { font-size: 15px; font-weight: 600; }
.gauze-picture .caption { font-weight: 600; }
.gauze-picture .line { fill: none; stroke: currentColor; stroke-width: 2; stroke-linejoin: round; }
.gauze-picture .dot, .gauze-picture .bar { fill: currentColor; }
.gauze-picture .outline { fill: none; stroke: currentColor; stroke-width: 1.5; }
.gauze-picture .limit { stroke: #333; stroke-width: 1.5; stroke-dasharray: 4 3; }
.gauze-picture .paper { fill: #fff; }
.gauze-picture text { fill: #333; }
.gauze-picture .grid { stroke: #ddd; }
.gauze-picture .blue { color: #0072b2; }
.gauze-picture .green { color: #008560; }
.gauze-picture .orange { color: #d55e00; }
.gauze-picture .purple { color: #a8487e; }
@media (prefers-color-scheme: dark) {
.gauze-picture .paper { fill: #1b1e23; }
.gauze-picture text { fill: #ddd; }
.gauze-picture .grid { stroke: #444; }
.gauze-picture .limit { stroke: #ddd; }
.gauze-picture .blue { color: #56b4e9; }
.gauze-picture .green { color: #00b383; }
.gauze-picture .orange { color: #e69f00; }
.gauze-picture .purple { color: #cc79a7; }
}
)";
}

const char* ClassOf(Colour colour) {
  switch (colour) {
    case Colour::kBlue:
      return "blue";
    case Colour::kGreen:
      return "green";
    case Colour::kOrange:
      return "orange";
    default:
      return "purple";
  }
}

std::string Framed(const Frame& frame, const std::string& drawn, Standing standing) {
  std::string svg = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"gauze-picture\" role=\"img\" viewBox=\"0 "
      "0 {0:g} {1:g}\" width=\"{0:g}\" height=\"{1:g}\">\n<title>{2}</title>\n<desc>{3}</desc>\n",
      kWidth, frame.height, Escaped(Shortened(frame.title, kMostDescribed)),
      Escaped(Shortened(frame.description, kMostDescribed)));
  if (standing == Standing::kAlone) svg += fmt::format("<style>\n{}</style>\n", ChartStyle());
  svg += "<rect class=\"paper\" width=\"100%\" height=\"100%\"/>\n";
  svg += TextAt(kMargin, kTitle - 8, "start", Fitting(frame.title, (kWidth - 2 * kMargin) / kBold),
                "title");
  return svg + drawn + "</svg>\n";
}

std::string TextAt(double x, double y, const char* anchor, std::string_view text,
                   const char* name) {
  return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\"{}>{}</text>\n", x, y,
                     anchor, name == nullptr ? "" : fmt::format(" class=\"{}\"", name),
                     Escaped(text));
}

std::string LineFrom(double x1, double y1, double x2, double y2, const char* name) {
  return fmt::format(
      "<line class=\"{}\" x1=\"{:.1f}\" x2=\"{:.1f}\" y1=\"{:.1f}\" y2=\"{:.1f}\"/>\n", name, x1,
      x2, y1, y2);
}

}  // namespace gauze::report
