#include "gauze/verify/threat_scales.h"

#include <algorithm>
#include <numeric>

namespace gauze {

std::uint64_t LargestScale(std::uint64_t rows) {
  constexpr Wide kRoom = (Wide{1} << 126U) / 1'000'000'000;
  constexpr Wide kWhole = Wide{1} << 62U;
  return static_cast<std::uint64_t>(std::min(kWhole, kRoom / std::max<Wide>(rows, 1)));
}

bool HasSmallScales(const GuardedColumn& column, std::uint64_t largest) {
  return std::ranges::all_of(column.nodes, [&](const GuardedColumn::Node& node) {
    return std::max(node.scale, node.sensitivity) <= largest;
  });
}

std::uint64_t CommonScale(const GuardedColumn& column, std::uint64_t largest) {
  if (!HasSmallScales(column, largest)) return 0;
  std::uint64_t common = 1;
  for (const GuardedColumn::Node& node : column.nodes) {
    if (node.observable || node.sensitivity == 0) continue;
    const Wide next = Wide{common} / std::gcd(common, node.scale) * node.scale;
    if (next > Wide{largest}) return 0;
    common = static_cast<std::uint64_t>(next);
  }
  return common;
}

}  // namespace gauze
