#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gauze/base/json.h"
#include "gauze/interpret/gate/ends.h"
#include "gauze/interpret/index/bits.h"
#include "gauze/interpret/index/vault_index.h"

// What shown cells mean: a value as far as at least k of the persons asked about show it, k3 for an
// alias of a safe column, the end of a range as ends.h says.

namespace gauze {

// A condition in own values.
struct Meaning {
  Condition condition;               // what is not told stays as it is
  Json json;                         // each value or end as it is shown and what it means
  std::vector<std::string> left;     // aliases and grades that stay as they are
  std::vector<std::string> wider;    // ends ("from", "to") that leave more in than was asked for
  std::vector<std::string> touched;  // as in Decision::values_touched
};

// `rows` are of those asked about who stand behind the answer. An alias that too few persons among
// them show is left as it is, and so is a range of which no end may be told.
Meaning MeaningOf(const ColumnTest& test, const Condition& condition, const VaultIndex& index,
                  const Bits& rows, const Ends& ends);

}  // namespace gauze
