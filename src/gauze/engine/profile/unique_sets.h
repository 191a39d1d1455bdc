#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "gauze/base/progress.h"
#include "gauze/engine/profile/partition.h"

// Which few columns tell most rows apart, exactly. singling_sets.h looks for
// such sets in a sample, for a release.

namespace gauze {

struct UniqueSet {
  std::vector<std::size_t> columns;  // ascending
  GroupSizes sizes;                  // of the rows that are equal in them
  bool exact = true;                 // otherwise the best of those that were tried
};

struct UniqueSets {
  std::vector<UniqueSet> sets;  // by their number of columns
  std::uint64_t alone = 0;      // rows that no other row equals in all columns together
  std::size_t searched = 0;     // columns that were tried in sets of two and more
  bool gave_up = false;         // larger sets were not looked for, or not all of them
};

struct UniqueSetLimits {
  // Rows that may be looked at, over all sets: about five nanoseconds each, and of tables of more
  // than a million rows fewer, since each takes longer there.
  std::uint64_t visits = 12'000'000'000;
  std::size_t columns = 64;
};

// Of each size from 1 to kLargestUniqueSet the set that leaves most rows alone; of equals the one
// whose columns stand first. A size whose best set leaves no more alone than a smaller set is left
// out, and none follows a set that does as much as all columns.
//
// Rows that are alone in a set are alone in every larger one. So all pairs are counted, and of each
// larger set it is known how many rows it can leave alone at the most: by two of its columns,
// whose groups the others can part into so many pieces (GroupSizes::MostAlone). Sets are counted
// from the highest bound down, until no bound is above the best that was found. A column that is a
// function of another adds nothing to it.
//
// Rows that are equal in all columns are never alone: where many are, only two of them are looked
// at (equal_rows.h).
//
// The result does not depend on the number of threads: limits are on work, not on time.
inline constexpr std::size_t kLargestUniqueSet = 4;
UniqueSets FindUniqueSets(const std::vector<const ColumnCodes*>& columns,
                          const UniqueSetLimits& limits, Progress& progress);

}  // namespace gauze
