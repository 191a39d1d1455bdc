#pragma once

#include <string_view>

#include "gauze/taxonomy/builders/builder.h"

// Signs that a column of numbers holds codes: for `init`, which then proposes text, and for
// warnings.

namespace gauze {

// Integers that are names of something: few, small, and in a column whose name ends in id, code or
// type. As numbers they would be generalised to ranges such as [1, 7], which mean nothing.
// `distinct` values lie between `smallest` and `largest`.
bool LooksNominal(std::string_view column, std::uint64_t distinct, std::int64_t smallest,
                  std::int64_t largest);

// Codes that a spreadsheet took for numbers: digits only, none with a zero in front, of different
// lengths, and most as long as the longest. Masks and prefixes of the short ones are wrong.
bool LostLeadingZeros(const std::vector<Value>& values);

}  // namespace gauze
