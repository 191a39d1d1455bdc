#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "gauze/attack/files/passes/left_over.h"
#include "gauze/attack/scene/any_release.h"
#include "gauze/base/progress.h"

// Combinatorial refinement (S. Chhillar, M. Righi, R. Sutter, E. Kornaropoulos: Exposing Privacy
// Risks in Anonymizing Clinical Data, 2025): a tool that recodes in passes tells by what it has not
// released earlier.
//
// Such a tool recodes all rows that are left to one level of each hierarchy, releases every group
// of at least k, and goes on with the rest on other levels. Of two passes of which one is finer in
// some column and coarser in none, it was the first: what is left after the coarser one has no
// group of k on finer levels, either. So rows of the coarser classes were left over by the finer
// pass:
//
// - none of them fits a class that the finer pass has released, as that took everybody who does;
// - of all that were left over, fewer than k fit any other cell of the finer pass, if nothing but k
//   was asked for. A class with one sensitive value is taken as proof of that.
//
// What must then be true of a class, in every table, is counted for each finer pass by itself, and
// exactly (row_spread.h). What follows from several passes together is not looked for, nor from
// the order of two of which none is finer.

namespace gauze {

struct Passes {
  std::uint64_t k = 0;        // rows of the smallest class that shows something
  std::uint64_t passes = 0;   // different levels of classes that can be of no others
  std::uint64_t tried = 0;    // of these, as many as kMostComparisons allow, the largest first
  bool only_k = false;        // of each sensitive column, some class shows one value
  std::uint64_t classes = 0;  // whose rows a finer pass left over
  std::uint64_t skipped = 0;  // classes that were left out of a pass, summed up over passes
  // No table is such, so that the tool has not worked like this. Nothing else is said then.
  bool refuted = false;
  std::vector<CellClaim> claims;      // of each class and column from the pass that tells most
  std::vector<std::uint64_t> tuples;  // by class: rows of which a narrower tuple is certain
};

// Of a pass with other passes and with their classes; keeps files with tens of thousands of levels
// to minutes.
inline constexpr std::uint64_t kMostComparisons = std::uint64_t{1} << 22;

// What a sensitive cell shows: a value, or nothing.
using ShowsValue = std::function<bool(const labels::Cell&)>;

// Fails where a column's labels are not levels of a hierarchy whose paths are equally long, or
// where no class lies within another.
Result<Passes> ReadPasses(const labels::Scene& scene, const labels::AnyRelease& release,
                          const ShowsValue& shows_value, Progress& progress);

}  // namespace gauze
