#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "gauze/base/error.h"
#include "gauze/encode/packing.h"
#include "gauze/encode/record_spool.h"
#include "gauze/transform/constraints.h"

namespace gauze {

// Rows per code of a part of the input, for the attributes that decide how it is cut.
struct RegionCounts {
  std::uint64_t rows = 0;
  std::vector<std::vector<std::uint64_t>> by_code;  // one per attribute; empty where not needed

  void AddTo(RegionCounts& other) const;
};

// Large inputs are cut into regions before any transform sees them, so that a region fits in
// memory and regions run side by side. Where to cut depends on counts alone: on the rows and the
// policy, never on memory, threads, or how equal rows were grouped. So every way to run gives
// the same release.
//
// A cut goes through the attribute whose values are dearest to mix: it maximises the share of
// the smaller side times what one step in that attribute costs. Both sides must satisfy every
// model. Ties go to the earlier attribute.
class RegionRule {
 public:
  struct Cut {
    std::size_t attribute = 0;
    Code code = 0;  // codes up to this one go left
    std::uint64_t left_rows = 0;
  };

  // `whole`: the models need the table in one piece (a model that unions may break, or rows that
  // may be suppressed), so there is one region.
  RegionRule(const Constraints& constraints, std::uint64_t rows, bool whole);

  // Up to this many rows a part is a region.
  std::uint64_t largest() const { return largest_; }
  // Best first.
  std::vector<Cut> Cuts(const RegionCounts& counts) const;
  bool Holds(const RegionCounts& side) const;

  RegionCounts Empty() const;
  void Count(const Packing& packing, const RecordShape& shape, const std::uint64_t* record,
             RegionCounts& counts) const {
    const std::uint64_t rows = shape.Count(record);
    counts.rows += rows;
    for (const std::size_t attribute : counted_) {
      counts.by_code[attribute][packing.Get(record, attribute)] += rows;
    }
  }

 private:
  const Constraints& constraints_;
  std::uint64_t largest_;
  std::vector<std::size_t> quasi_identifiers_;
  std::vector<std::size_t> counted_;  // quasi-identifiers and what models look at
};

// The regions of a spool in canonical order, one after another. Records take up to `memory_bytes`;
// what is more lies in files in `folder`.
class RegionWalk {
 public:
  struct Options {
    std::size_t workers = 1;
    std::uint64_t memory_bytes = ~std::uint64_t{0};
    std::string folder;
  };
  struct UncutRegion {
    std::optional<RecordSpool> spool;
    RegionCounts counts;
  };

  RegionWalk(const RegionRule& rule, const Packing& packing, Options options, UncutRegion root);

  struct Region {
    RecordSpool spool;
    std::uint64_t rows = 0;
  };
  // Nothing after the last.
  Result<std::optional<Region>> Next();

 private:
  struct Sides {
    std::vector<RecordSpool> spools;
    std::vector<RegionCounts> counts;
  };

  // False if no cut is allowed; `part` is then as it was.
  Result<bool> Divide(UncutRegion& part);
  Result<Sides> Split(UncutRegion& part, const RegionRule::Cut& cut);
  Result<RecordSpool> Rejoin(RecordSpool left, RecordSpool right);
  // A part of something that takes so many bytes: in memory only if all of it fits.
  RecordSpool NewPile(const RecordShape& shape, std::uint64_t bytes);

  const RegionRule& rule_;
  const Packing& packing_;
  Options options_;
  std::vector<UncutRegion> pending_;  // the next one last
  std::uint64_t files_ = 0;
};

}  // namespace gauze
