#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gauze/base/error.h"
#include "gauze/base/ratio.h"
#include "gauze/engine/duckdb/database.h"

// Attacks whose numbers are too large for 128 bits are told apart by floating point, and those that
// are too near to the threshold for that, one by one in rational numbers.

namespace gauze {

// SQL over threat, scale and support: above the threshold whatever was rounded. Sums of doubles,
// all of them positive, are off by less than a relative 10^-9 unless they have millions of terms.
std::string ClearlyAbove(const Ratio& threshold);

// How many of the attacks of `table` that are neither clearly above nor clearly below are above.
// `suspected` is SQL that gives (attack, support, scope, node, parent, depth, threat, scale) for
// everything that an attack of the table `near` suspects: that table has the attacks in question,
// numbered by `attack`.
Result<std::uint64_t> BreachesNear(Database& database, const std::string& table,
                                   const std::string& suspected, const Ratio& threshold);

// A guarded value that an attack suspects: a node of the tree below the observable node `scope`.
// The chance is `threat` over `scale` and over the support of the attack, all of them whole numbers
// of any size, as text.
struct SuspectedNode {
  std::uint64_t scope = 0;
  std::uint64_t node = 0;
  std::uint64_t parent = 0;
  std::uint64_t depth = 0;
  std::string threat;
  std::string scale;
};

// Whether the chance of some of these values is above the threshold: of a node and what is below
// it, the larger counts.
bool IsAbove(std::vector<SuspectedNode> nodes, const std::string& support, const Ratio& threshold);

}  // namespace gauze
