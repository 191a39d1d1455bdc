#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "gauze/engine/profile/partition.h"
#include "gauze/engine/profile/seen_rows.h"

// Private to engine/: how often each value of a column occurs, over all threads.

namespace gauze {

struct ValueCounts {
  std::uint64_t distinct = 0;
  bool exact = true;        // otherwise all counts here are estimates from some of the values
  std::uint64_t alone = 0;  // rows whose value no other row has
  // Values that occur once, 2 to 9 times, 10 to 99 times, and so on.
  std::array<std::uint64_t, 20> by_rows{};
  // The chance that two rows with a value have the same one.
  double agreement = 0;
  std::vector<std::uint64_t> watched;  // rows of each key that was asked for
  ColumnCodes codes;                   // empty unless rows are kept
};

// Of one column; its blocks are gone afterwards. `watched` are keys whose rows are asked for.
ValueCounts CountValues(SeenRows& seen, std::size_t column,
                        const std::vector<std::optional<std::uint64_t>>& watched);

}  // namespace gauze
