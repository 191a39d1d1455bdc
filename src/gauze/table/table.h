#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "gauze/table/attribute.h"
#include "gauze/table/code_column.h"
#include "gauze/table/domain.h"

namespace gauze {

// The input as everything above sees it: distinct rows (tuples) with counts. Columns that are
// dropped (identifying, choice) are not here. Tuples are in ascending order of their codes,
// attribute by attribute, so the table does not depend on the order or the threads of the scan.
struct Table {
  std::vector<Attribute> attributes;
  std::vector<Domain> domains;
  std::vector<CodeColumn> columns;    // columns[attribute].Get(tuple)
  std::vector<std::uint64_t> counts;  // rows that are this tuple
  std::uint64_t rows = 0;             // sum of counts

  std::size_t tuples() const { return counts.size(); }
  // Indices of attributes with this role, in column order.
  std::vector<std::size_t> WithRole(Role role) const;
  // Index of the attribute of that name; attributes.size() if there is none.
  std::size_t Find(std::string_view name) const;
};

}  // namespace gauze
