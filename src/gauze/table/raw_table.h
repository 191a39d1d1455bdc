#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace gauze {

// Distinct rows with counts as an engine delivers them: cells are text, in a dictionary per
// column, in any order. Everything typed and ordered is made from it by Encode().
struct RawColumn {
  static constexpr std::uint32_t kNull = std::numeric_limits<std::uint32_t>::max();

  std::string name;
  std::vector<std::string> values;   // distinct spellings, as met
  std::vector<std::uint32_t> codes;  // one per tuple: index into values, or kNull
};

struct RawTable {
  std::vector<RawColumn> columns;
  std::vector<std::uint64_t> counts;
};

}  // namespace gauze
