#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "gauze/policy/policy.h"
#include "gauze/transform/personal/disguise.h"
#include "gauze/transform/region.h"
#include "gauze/transform/transform.h"

// Private to released.cc: the rows of a region in the order in which they are released.

namespace gauze {

// Groups of equal released rows: the class, a tuple and a carried row that stand for it, and how
// many rows.
struct Group {
  std::size_t in_class;
  std::uint32_t tuple;
  std::size_t row;  // where something is carried
  std::uint64_t rows;
  std::uint32_t member;  // of the generalization, where a step has changed columns
};

// In the order of a file: by what is printed of the quasi-identifiers, from left to right, then by
// the other columns as they are shown, and then by what is not: own values behind aliases, the
// person. Numbers and dates go by value, everything else by its bytes, a missing cell comes last.
// So the order of rows is a function of the rows: neither the exact values behind labels nor which
// of two classes that print the same a row was in can be told from it. Nothing is ordered by a
// column that is not in the release (`left_out`).
std::vector<Group> MakeGroups(const Region& region, const Generalization& generalization,
                              RangeStyle ranges, const std::vector<Disguise>& disguises,
                              std::optional<std::size_t> left_out);

// Whether a quasi-identifier is printed as two columns, the ends of its range.
bool PrintsBounds(const CodedTable& coded, std::size_t attribute, RangeStyle ranges);

}  // namespace gauze
