#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gauze/table/attribute.h"
#include "gauze/table/value.h"

namespace gauze {

// One column of a release, as a dictionary of what it prints and a code for every group of equal
// rows. Codes equal to values.size() are missing cells.
struct ReleasedColumn {
  std::string name;
  ValueType type = ValueType::kText;  // how a typed format stores it; labels are text
  std::vector<Value> values;          // distinct spellings
  std::vector<std::uint32_t> codes;   // one a group
};

// A release before it is a file: groups of equal rows, in canonical order (class by class, inside
// a class by released values). The file repeats each group as often as it was counted.
struct ReleasedTable {
  std::vector<ReleasedColumn> columns;
  std::vector<std::uint64_t> counts;  // one a group
  // The person behind each group, where the policy has an entity key: never published, used to
  // verify promises about persons. Empty otherwise.
  std::vector<std::uint32_t> persons;
  std::uint64_t rows = 0;
};

}  // namespace gauze
