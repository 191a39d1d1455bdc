#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

// Private to engine/: which few columns tell most rows apart from all others.

namespace gauze {

// A number for each row; equal cells have equal numbers.
using NumberedCells = std::vector<std::uint64_t>;

// Rows that no other row equals in all columns of the set.
std::uint64_t CountAlone(const std::vector<NumberedCells>& columns,
                         const std::vector<std::size_t>& set);

// One set of each size from 1 to 4, in order: of all columns and all pairs the one that leaves most
// rows alone, the earlier of equals; larger ones add to the set before them the column that does
// so. Sets that leave no row alone are left out, and no set follows one that does what all columns
// together do. Of more than kMostSearched columns those with the most values are tried.
inline constexpr std::size_t kMostSearched = 64;
inline constexpr std::size_t kLargestSet = 4;
std::vector<std::vector<std::size_t>> FindSinglingSets(const std::vector<NumberedCells>& columns);

}  // namespace gauze
