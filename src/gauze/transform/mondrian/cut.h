#pragma once

#include <cstddef>
#include <cstdint>

#include "gauze/table/domain.h"

namespace gauze::mondrian {

enum class Side : std::uint8_t { kNone, kLeft, kRight };

struct Cut {
  std::size_t attribute = 0;  // index among the quasi-identifiers
  Code code = 0;              // codes up to this one go left
  std::uint64_t left_rows = 0;
  Side suppress = Side::kNone;  // a side too small to be a class, left out within the budget
};

}  // namespace gauze::mondrian
