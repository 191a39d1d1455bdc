#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "gauze/attack/channels/search.h"

namespace gauze::channels {

// What is certain where nobody knows who is in the releases.
struct CertainLeaks {
  std::array<std::uint64_t, kKinds> people{};  // at least; never of kCombination
  std::array<std::optional<Leak>, kKinds> worst;
  std::uint64_t overlapping = 0;  // classes that share values with another of their release
};

// The channels between pairs of releases, from their classes alone. The promise is asked of the
// same sets as by Search, and as many people are counted as there must be: of the rows of an
// earlier class those for which its other successors have no room, and of the rows of a later class
// those that no compatible earlier class can have had. A class that overlaps another of its release
// is not counted, since somebody may be in either. Of the pairs with the same later release the
// worst is taken for each of its classes, and of the later releases the worst: people stay, so the
// same ones would be counted again and again.
CertainLeaks SearchClasses(const Series& series, std::size_t columns, const Judge& judge,
                           Progress& progress);

}  // namespace gauze::channels
