#include "gauze/measure/domination.h"

#include <algorithm>
#include <numeric>
#include <tuple>

namespace gauze {

std::vector<std::optional<std::size_t>> Dominators(const std::vector<RiskAndLoss>& points) {
  std::vector<std::size_t> order(points.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {},
                    [&](std::size_t i) { return std::tuple(points[i].risk, points[i].loss, i); });
  std::vector<std::optional<std::size_t>> dominators(points.size());
  std::optional<std::size_t> best;  // the least loss so far, and the first in order that has it
  for (const std::size_t i : order) {
    const bool less_loss = !best || points[i].loss < points[*best].loss;
    if (less_loss) {
      best = i;
    } else if (points[*best].loss < points[i].loss || points[*best].risk < points[i].risk) {
      dominators[i] = best;
    }
  }
  return dominators;
}

}  // namespace gauze
