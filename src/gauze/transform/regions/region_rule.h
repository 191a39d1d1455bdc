#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "gauze/encode/packing.h"
#include "gauze/encode/record_spool.h"
#include "gauze/transform/constraints.h"

namespace gauze {

// Rows that have a code.
struct CodeRows {
  Code code = 0;
  std::uint64_t rows = 0;
};

// Rows of a part of the input, and rows per code of each attribute that a model looks at.
struct RegionCounts {
  std::uint64_t rows = 0;
  std::vector<std::vector<std::uint64_t>> by_code;  // one per attribute; empty where not needed
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
    double gain = 0;
  };

  // `whole`: the models need the table in one piece (a model that unions may break, or rows that
  // may be suppressed), so there is one region.
  RegionRule(const Constraints& constraints, std::uint64_t rows, bool whole);

  // Up to this many rows a part is a region.
  std::uint64_t largest() const { return largest_; }
  // A sample is of so many tuples.
  std::size_t sample() const { return sample_; }
  const CodedTable& coded() const { return constraints_.coded(); }

  const std::vector<std::size_t>& quasi_identifiers() const { return quasi_identifiers_; }
  // What models look at.
  const std::vector<std::size_t>& counted() const { return constraints_.counted(); }
  // Both, by their place in the table: what a tuple is.
  const std::vector<std::size_t>& deciding() const { return deciding_; }

  // The best cut through one attribute, of the values that a part has, in ascending order. Nothing
  // if they are fewer than two.
  std::optional<Cut> BestCut(std::size_t attribute, std::span<const CodeRows> values) const;
  // Best first.
  static void Order(std::vector<Cut>& cuts);

  RegionCounts Empty() const;
  template <typename CodeOf>
  void Count(const CodeOf& code_of, std::uint64_t rows, RegionCounts& counts) const {
    counts.rows += rows;
    for (const std::size_t attribute : counted()) {
      counts.by_code[attribute][code_of(attribute)] += rows;
    }
  }
  bool Holds(const RegionCounts& side) const;

 private:
  const Constraints& constraints_;
  std::uint64_t largest_;
  std::size_t sample_;
  std::vector<std::size_t> quasi_identifiers_;
  std::vector<std::size_t> deciding_;
};

}  // namespace gauze
