#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gauze/base/progress.h"
#include "gauze/engine/database.h"

namespace gauze {

// A column of a query's result as text, each spelling kept once.
struct SpelledCells {
  static constexpr std::uint32_t kNull = ~std::uint32_t{0};

  std::vector<std::string> values;    // as they first come
  std::vector<std::uint64_t> rows;    // by value
  std::uint64_t null_rows = 0;        // without a value
  std::vector<std::uint32_t> of_row;  // index of its value, or kNull
};

// The value of each expression in each row of what follows FROM, the rows in their order.
Result<std::vector<SpelledCells>> ReadSpelledCells(Database& database,
                                                   const std::vector<std::string>& expressions,
                                                   const std::string& from, Progress& progress);

}  // namespace gauze
