#pragma once

#include <cstdint>
#include <vector>

#include "gauze/engine/arrow/arrow_c.h"

// Private to engine/: dictionaries and runs of equal cells say where a cell is, not what it is.

namespace gauze {

// Where the cells of some rows lie in the array that holds their values.
struct ArrowPositions {
  static constexpr std::int64_t kMissing = -1;

  const ArrowSchema* schema = nullptr;  // of the values
  const ArrowArray* values = nullptr;
  std::vector<std::int64_t> at;  // offsets of arrays included; kMissing: no value
};

// Follows dictionaries (of dictionaries …) and runs from rows [begin, begin + count) of an array to
// values. Returns what is wrong, or nullptr.
const char* FindPositions(const ArrowSchema& schema, const ArrowArray& array, std::int64_t begin,
                          std::uint64_t count, ArrowPositions& found);

// The type of the values behind dictionaries and runs.
const ArrowSchema& ValueSchema(const ArrowSchema& schema);

inline bool ArrowBit(const void* bits, std::int64_t at) {
  return (static_cast<const std::uint8_t*>(bits)[at / 8] >> (at % 8) & 1U) != 0;
}

}  // namespace gauze
