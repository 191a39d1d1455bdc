#include "gauze/release/compare/growth.h"

#include <algorithm>
#include <cmath>

namespace gauze {
namespace {

// From a point to the next.
double ExponentTo(const GrowthPoint& from, const GrowthPoint& to) {
  if (from.value <= 0 || to.value <= 0 || to.size <= from.size) return 1;
  return std::log(to.value / from.value) / std::log(to.size / from.size);
}

double Middle(const GrowthPoint& from, const GrowthPoint& to) {
  return (std::log(from.size) + std::log(to.size)) / 2;
}

}  // namespace

double GrownDistinct(const std::vector<GrowthPoint>& points, double size) {
  const GrowthPoint& last = points.back();
  if (points.size() < 2 || last.value <= 0 || size <= last.size) {
    return points.size() < 2 ? std::min(last.value * size / std::max(last.size, 1.0), size)
                             : last.value;
  }
  const std::size_t n = points.size();
  const double exponent = std::clamp(ExponentTo(points[n - 2], last), 0.0, 1.0);
  double fall = 0;  // of the exponent, as the logarithm of the size grows by 1
  if (n > 2) {
    const double before = std::clamp(ExponentTo(points[n - 3], points[n - 2]), 0.0, 1.0);
    fall = std::max(0.0, before - exponent) /
           (Middle(points[n - 2], last) - Middle(points[n - 3], points[n - 2]));
  }
  // The exponent at the last point, and how far it is until nothing new comes.
  const double begin =
      std::max(0.0, exponent - fall * (std::log(last.size) - Middle(points[n - 2], last)));
  double further = std::log(size / last.size);
  if (fall > 0) further = std::min(further, begin / fall);
  return std::min(last.value * std::exp(further * (begin - fall * further / 2)), size);
}

double GrownTime(const std::vector<GrowthPoint>& points, double size, double most) {
  const GrowthPoint& last = points.back();
  if (size <= last.size || last.size <= 0) return last.value;
  if (points.size() < 2) return last.value * size / last.size;
  // What the smallest took is mostly what every run takes; of the others only the rest grows.
  const double fixed = std::min(points.front().value, 0.9 * last.value);
  const double grown = last.value - fixed;
  const double step = last.size - points.front().size;
  double exponent = 1;
  if (points.size() > 2) {
    const GrowthPoint& before = points[points.size() - 2];
    const GrowthPoint from{before.size - points.front().size, before.value - fixed};
    exponent = std::clamp(ExponentTo(from, {step, grown}), 1.0, most);
  }
  return fixed + grown * std::pow((size - points.front().size) / std::max(step, 1.0), exponent);
}

}  // namespace gauze
