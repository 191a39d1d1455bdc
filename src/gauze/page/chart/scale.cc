#include "gauze/page/chart/scale.h"

#include <fmt/format.h>

#include <cmath>

#include "gauze/base/counted.h"

namespace gauze::page {
namespace {

constexpr double kMostCount = 1e10;  // longer ones leave no room for a bar

// 1, 2 or 5 times a power of ten: the first that is at least `least`, but for rounding.
double RoundStep(double least) {
  const double power = std::pow(10, std::floor(std::log10(least)));
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (factor * power >= least * (1 - 1e-9)) return factor * power;
  }
  return 10 * power;
}

}  // namespace

Scale Scale::UpTo(double most, int steps) {
  if (!(most > 0) || !std::isfinite(most)) most = 1;
  Scale scale;
  scale.step = RoundStep(most / steps);
  scale.last = scale.step * std::ceil(most / scale.step - 1e-9);
  return scale;
}

Scale Scale::Between(double least, double most, int steps) {
  // Values that are nearly one: doubles could not tell the marks apart.
  if (!(most - least > 1e-9 * std::max(std::abs(least), std::abs(most)))) {
    return UpTo(most * 1.25, steps);
  }
  Scale scale;
  scale.step = RoundStep((most - least) / steps);
  scale.first = scale.step * std::floor(least / scale.step + 1e-9);
  scale.last = scale.step * std::ceil(most / scale.step - 1e-9);
  return scale;
}

std::vector<double> Scale::Marks() const {
  std::vector<double> marks;
  const auto count = static_cast<int>(std::lround((last - first) / step));
  for (int i = 0; i <= count; ++i) marks.push_back(first + i * step);
  return marks;
}

std::string Written(double value, Unit unit) {
  if (!std::isfinite(value)) return "–";
  if (unit == Unit::kShare) {
    const double percent = 100 * value;
    if (percent == 0) return "0 %";
    if (percent > 0 && percent < 0.05) return "< 0.1 %";
    return fmt::format("{:.{}f} %", percent, std::abs(percent) < 9.95 ? 1 : 0);
  }
  if (unit == Unit::kCount && value >= 0 && value <= kMostCount) {
    return Grouped(static_cast<std::uint64_t>(std::llround(value)));
  }
  return fmt::format("{:.3g}", value);
}

}  // namespace gauze::page
