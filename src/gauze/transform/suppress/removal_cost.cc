#include "gauze/transform/suppress/removal_cost.h"

namespace gauze::suppress {

Cost RemovalCost(std::size_t terms, std::size_t removed) {
  Cost cost = 0;
  for (std::size_t left = terms; left > terms - removed; --left) {
    const auto divisor = static_cast<Cost>(left);
    cost += (kCostUnit + divisor / 2) / divisor;
  }
  return cost;
}

}  // namespace gauze::suppress
