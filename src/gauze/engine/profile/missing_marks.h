#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "gauze/engine/profile/cell_facts.h"

namespace gauze {

// A spelling that many tables have for "no value". The list is ours, so that naming one that occurs
// shows nothing of the table but that.
struct MissingMark {
  std::string_view spelling;  // "?", "NA", "9999", "9999-12-31"
  TypedCell typed;            // no type: a word or a sign
};
const std::vector<MissingMark>& MissingMarks();

// Whether a number or date is one of them. A word never is.
bool IsMissingMark(const TypedCell& cell);

// Whether a number or date that so many rows have, of so many, stands for a missing one: it is
// frequent, and lies apart from all values that are no marks, which are between these bounds. "99"
// of one person is an age; "99" in every fiftieth row, where all others are below 80, is not.
bool StandsForMissing(const MissingMark& mark, std::uint64_t with_it, std::uint64_t rows,
                      double lowest, double highest);

}  // namespace gauze
