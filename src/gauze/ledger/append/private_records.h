#pragma once

#include <cstdint>
#include <vector>

#include "gauze/table/released_table.h"
#include "gauze/transform/region.h"
#include "gauze/transform/transform.h"

namespace gauze {

inline constexpr const char* kClassColumn = "gauze class";

// Rows of a tuple that a region did not release.
struct LateRows {
  std::uint32_t tuple = 0;
  std::uint64_t rows = 0;
};

// Original records as text, for a ledger's private files: what the classes of a release were made
// of, each with the number of its class, counted from `first_class`. Carried columns are left out:
// no promise is about them.
ReleasedTable ClassRecords(const Region& region, const Generalization& generalization,
                           std::uint64_t first_class);

// Rows that wait, whole: the last ones of their tuple, since classes take the first.
ReleasedTable LateRecords(const Region& region, const std::vector<LateRows>& late);

}  // namespace gauze
