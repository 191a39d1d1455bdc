#pragma once

#include <cstdint>
#include <vector>

#include "gauze/encode/packing.h"
#include "gauze/transform/regions/region_cuts.h"
#include "gauze/transform/regions/region_rule.h"
#include "gauze/transform/regions/tuple_sample.h"

// Regions of any number, from a sample and counts: whoever has the rows sees each of them three
// times, and the driver of a cluster sees none.
//
//   a TupleSample of all rows (tuple_hash.h; only the attributes in rule.deciding())
//   CutRegions           the whole tree at once; its leaves are about rule.largest() rows
//   every row            where is it (RegionCuts::Find)? LeafCounts of each leaf
//   JoinRegions          leaves that keep no model are joined; not if the sample was complete
//
// A region that has far more rows than it should, NeedsCutting, is then cut again by itself, from a
// sample of its own: one where few tuples have most of the rows, so that the sample was misled, or
// where the whole table has so many tuples that hardly any of this region were in its sample.

namespace gauze {

// The tree by what the sample says of the table. Its leaves are numbered.
RegionCuts CutRegions(const RegionRule& rule, const Packing& packing, const TupleSample& sample);

// What there really is in a leaf: rows, and rows per value of attributes in rule.counted().
struct LeafCounts {
  struct ValueRows {
    std::uint32_t attribute = 0;
    Code code = 0;
    std::uint64_t rows = 0;
  };
  std::uint64_t rows = 0;
  std::vector<ValueRows> values;  // in any order
};

// Joins leaves that are too small for a model, or too different, with their neighbours: first
// within a pair of siblings, then within the next larger part, one neighbour after another until
// the models hold. So regions are runs of leaves. Returns the region of each leaf
// (RegionCuts::Renumber). All rows as one region must keep the models.
std::vector<std::uint32_t> JoinRegions(const RegionRule& rule, const RegionCuts& cuts,
                                       const std::vector<LeafCounts>& leaves);

// So many rows are too many for a region. The sample may err, so twice as many as wanted are not.
inline bool NeedsCutting(const RegionRule& rule, std::uint64_t rows) {
  return rows > 2 * rule.largest();
}

}  // namespace gauze
