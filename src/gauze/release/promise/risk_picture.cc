#include "gauze/release/promise/risk_picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace gauze {
namespace {

constexpr double kWidth = 720;
constexpr double kHeight = 320;
constexpr double kLeft = 70;
constexpr double kRight = 20;
constexpr double kTop = 40;
constexpr double kBottom = 60;
constexpr const char* kColors[] = {"#8c9db5", "#1f5fa8", "#c07a2c"};

struct RiskAxis {
  int first = 0;  // decades, both ends included; one more place before them for no risk
  int last = 0;
  double most = 1;

  double place() const { return (kWidth - kLeft - kRight) / (last - first + 2); }
  double Left(int decade) const { return kLeft + (decade - first + 1) * place(); }
  double Height(double records) const {
    if (records <= 0) return 0;
    return (kHeight - kTop - kBottom) * (1 + std::log10(records)) / (1 + std::log10(most));
  }
};

RiskAxis AxisOf(const std::vector<NamedHistogram>& histograms, double delta) {
  RiskAxis axis;
  axis.first = axis.last = static_cast<int>(std::floor(std::log10(delta)));
  for (const auto& [name, histogram] : histograms) {
    axis.most = std::max(axis.most, static_cast<double>(histogram.without));
    for (const auto& [decade, records] : histogram.decades) {
      axis.first = std::min(axis.first, decade);
      axis.last = std::max(axis.last, decade);
      axis.most = std::max(axis.most, static_cast<double>(records));
    }
  }
  return axis;
}

std::string Text(double x, double y, const char* anchor, const std::string& text) {
  return fmt::format(
      "<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\" font-size=\"12\" "
      "fill=\"#333\">{}</text>\n",
      x, y, anchor, text);
}

std::string Bar(const RiskAxis& axis, double left, double width, std::uint64_t records,
                const char* color) {
  const double height = axis.Height(static_cast<double>(records));
  return fmt::format(
      "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"{}\"><title>{} "
      "records</title></rect>\n",
      left, kHeight - kBottom - height, width, height, color, records);
}

std::string AxisGrid(const RiskAxis& axis) {
  std::string svg;
  for (double records = 1; records <= axis.most; records *= 10) {
    const double y = kHeight - kBottom - axis.Height(records);
    svg += fmt::format(
        "<line x1=\"{0}\" x2=\"{1}\" y1=\"{2:.1f}\" y2=\"{2:.1f}\" "
        "stroke=\"#ddd\"/>\n",
        kLeft, kWidth - kRight, y);
    svg += Text(kLeft - 8, y + 4, "end", fmt::format("{:.0f}", records));
  }
  svg += Text(axis.Left(axis.first) - axis.place() / 2, kHeight - kBottom + 18, "middle", "none");
  for (int decade = axis.first; decade <= axis.last + 1; ++decade) {
    svg += Text(axis.Left(decade), kHeight - kBottom + 18, "middle",
                fmt::format("{:g}", std::pow(10.0, decade)));
  }
  return svg;
}

}  // namespace

std::string RiskPicture(const std::vector<NamedHistogram>& histograms, double delta) {
  const RiskAxis axis = AxisOf(histograms, delta > 0 ? delta : 1);
  std::string svg = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" "
      "height=\"{1}\" font-family=\"sans-serif\" role=\"img\" aria-label=\"Records by disclosure "
      "risk\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n",
      kWidth, kHeight);
  svg += AxisGrid(axis);
  const double gap = axis.place() * 0.1;
  const double width = (axis.place() - 2 * gap) / static_cast<double>(histograms.size());
  for (std::size_t i = 0; i < histograms.size(); ++i) {
    const auto& [name, histogram] = histograms[i];
    const char* color = kColors[i % std::size(kColors)];
    const double shift = gap + static_cast<double>(i) * width;
    svg += Bar(axis, axis.Left(axis.first) - axis.place() + shift, width, histogram.without, color);
    for (const auto& [decade, records] : histogram.decades) {
      svg += Bar(axis, axis.Left(decade) + shift, width, records, color);
    }
    const double x = kLeft + 120 * static_cast<double>(i);
    svg +=
        fmt::format("<rect x=\"{}\" y=\"14\" width=\"12\" height=\"12\" fill=\"{}\"/>\n", x, color);
    svg += Text(x + 18, 24, "start", name);
  }
  if (delta > 0) {
    const double x = axis.Left(axis.first) + (std::log10(delta) - axis.first) * axis.place();
    svg += fmt::format(
        "<line x1=\"{0:.1f}\" x2=\"{0:.1f}\" y1=\"{1}\" y2=\"{2}\" "
        "stroke=\"#b02020\" stroke-dasharray=\"5 4\"/>\n",
        x, kTop - 8, kHeight - kBottom);
    svg += Text(x, kTop - 12, "middle", fmt::format("delta {:g}", delta));
  }
  svg += Text(kLeft - 8, kTop - 16, "end", "records");
  svg += Text((kLeft + kWidth - kRight) / 2, kHeight - 18, "middle", "disclosure risk of a record");
  return svg + "</svg>\n";
}

}  // namespace gauze
