#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "gauze/base/error.h"
#include "gauze/policy/policy.h"
#include "gauze/taxonomy/builders/builder.h"

namespace gauze::channels {

// The values that a label can stand for, as places on a line: numbers and dates by size, values of
// a hierarchy in the order of its leaves, other values as they were first seen. Missing is the last
// place, which only an empty cell and "*" reach.
struct Reach {
  std::uint64_t low = 0;
  std::uint64_t high = 0;
  std::vector<std::uint64_t> places;  // a list of values, sorted; empty: all from low to high

  bool Touches(const Reach& other) const;
  bool Has(std::uint64_t place) const;
};

// One reach per quasi-identifier.
using Box = std::vector<Reach>;
bool Touch(const Box& a, const Box& b);

// Reads the labels of one column of any release, and the cells of the original.
class ReachReader {
 public:
  // `values` of the original, if the hierarchy is built from them.
  static Result<ReachReader> Make(const PolicyAttribute& attribute, const ColumnValues& values);

  // A label: "37", "[20, 29]", "[20, 30)", the name of a node, "{a|b}", "*"; none: missing. Nothing
  // if it is none of these.
  std::optional<Reach> Label(const std::optional<std::string>& label);
  // A value of the original; none: missing. Nothing if it is not of the column's type.
  std::optional<Reach> Cell(const std::optional<std::string>& cell);

 private:
  explicit ReachReader(Attribute attribute) : attribute_(std::move(attribute)) {}

  std::optional<Reach> Named(const std::string& name);
  std::optional<Reach> Listed(const std::vector<std::string>& names);

  Attribute attribute_;
  bool ranges_ = false;  // labels are ranges of numbers
  bool tree_ = false;    // names are those of a hierarchy, and no others
  std::unordered_map<std::string, Reach> named_;
};

}  // namespace gauze::channels
