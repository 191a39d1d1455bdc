#pragma once

#include <cstddef>
#include <cstdint>

namespace gauze::suppress {

// Costs in units of 1/lcm(1 … 24): exact, and compared as whole numbers, for rows of up to 24
// terms; rounded to 2e-10 per term for longer ones. A class may have 10^8 rows.
using Cost = std::int64_t;
constexpr Cost kCostUnit = 5'354'228'880;

// The cost of taking `removed` terms from a row of `terms`: 1/terms + 1/(terms-1) + ….
Cost RemovalCost(std::size_t terms, std::size_t removed);

}  // namespace gauze::suppress
