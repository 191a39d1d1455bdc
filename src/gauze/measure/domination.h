#pragma once

#include <cstddef>
#include <optional>
#include <vector>

namespace gauze {

// A way to release a table, by what it costs: who is at risk, and what is lost. Less is better.
struct RiskAndLoss {
  double risk = 0;
  double loss = 0;
};

// For each point one that dominates it: no more risk and no more loss, and less of one of them.
// None: nothing does, and the point is a choice that can be defended. Of several that dominate a
// point it is the one with the least loss, then with the least risk, then the first; so it is
// itself not dominated. Equal points don't dominate each other.
std::vector<std::optional<std::size_t>> Dominators(const std::vector<RiskAndLoss>& points);

}  // namespace gauze
