#pragma once

#include <cstdint>
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
//   was asked for.
//
// What must then be true of a class, in every table, is counted for each finer pass by itself, and
// exactly (row_spread.h). What follows from several passes together is not looked for, nor from
// the order of two of which none is finer.

namespace gauze {

struct Passes {
  std::uint64_t k = 0;
  std::uint64_t passes = 0;   // different levels of classes
  bool only_k = false;        // some class shows one value, so nothing but k was asked for
  std::uint64_t classes = 0;  // that lie in cells of a finer pass
  std::uint64_t skipped = 0;  // of a class and a pass, where there are too many cells to go through
  // No table is such, so that the tool has not worked like this. Nothing else is said then.
  bool refuted = false;
  std::vector<NarrowedCell> cells;    // of each class and column from the pass that tells most
  std::vector<std::uint64_t> tuples;  // by class: rows of which a narrower tuple is certain
};

// Fails where a column's labels are not levels of a hierarchy whose paths are equally long, or
// where no class lies within another.
Result<Passes> ReadPasses(const labels::Scene& scene, const labels::AnyRelease& release,
                          Progress& progress);

}  // namespace gauze
