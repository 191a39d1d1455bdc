#pragma once

#include <cstddef>
#include <cstdint>

#include "gauze/release/files/memory_budget.h"

// One account of memory, for the run that has to keep to a limit and for the plan that tells what a
// run will need. The constants were fitted to peaks of measured runs (docs/scale.md).

namespace gauze {

// What a region is made of.
struct RegionSize {
  double records = 0;       // as they were read
  double record_bytes = 0;  // of one, encoded
  double tuples = 0;        // different ones, by all columns that are coded
  double units = 0;         // different ones, by quasi-identifiers
};

// What each of them takes.
struct RowWidth {
  std::size_t columns = 0;  // that are read
  std::size_t quasi_identifiers = 0;
  std::size_t carried = 0;  // of the columns, those beside the codes
  // Of the transform (transform.h).
  unsigned cell_bytes = 0;
  unsigned unit_bytes = 0;
};

// Bytes that a region takes at its peak, while it is sorted, while its classes are made, or while
// what is released of them is put together.
double RegionBytes(const RegionSize& size, const RowWidth& width);

// How much more memory a run would have to be given for a region of so many bytes; 0 if it fits.
// `alone`: it is the only one, so that nothing is written meanwhile.
double MissingBytes(double region_bytes, const Budget& budget, bool alone);

}  // namespace gauze
