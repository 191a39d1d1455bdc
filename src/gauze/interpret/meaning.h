#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gauze/base/json.h"
#include "gauze/interpret/bits.h"
#include "gauze/interpret/holding.h"

// What shown cells mean, as far as at least k of the persons asked about show them.

namespace gauze {

// A condition in own values.
struct Meaning {
  Condition condition;               // an alias whose meaning is not told stays as it is
  Json json;                         // each value or end as it is shown and what it means
  std::vector<std::string> left;     // aliases and grades that stay as they are
  std::vector<std::string> touched;  // as in Decision::values_touched
};

// `rows` are those asked about. An alias that fewer than k persons among them show is left as it
// is.
Meaning MeaningOf(const ColumnTest& test, const Condition& condition, const Holding& holding,
                  const Bits& rows, std::uint32_t k);

}  // namespace gauze
