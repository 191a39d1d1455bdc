#pragma once

#include <cstdint>

#include "gauze/verify/freeform_claim.h"

// Which threats are compared in 128 bits, and in which units.

namespace gauze {

// The largest scale for a file of so many rows: rows times scale times the denominator of a
// threshold, at most 10^9, stay below 2^126. DuckDB refuses to overflow, so a mistake about that is
// an error and not a verdict.
std::uint64_t LargestScale(std::uint64_t rows);

// Whether each sensitivity of the column by itself keeps to it.
bool HasSmallScales(const GuardedColumn& column, std::uint64_t largest);

// What all sensitivities of a column can be counted in, or 0 if that is larger.
std::uint64_t CommonScale(const GuardedColumn& column, std::uint64_t largest);

}  // namespace gauze
