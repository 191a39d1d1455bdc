#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "gauze/engine/profile/partition.h"

// Private to engine/: rows that are equal in some columns, by one or a few passes over all rows in
// their order. Faster than a partition where rows repeat, and of no use where they do not.

namespace gauze {

struct EqualRows {
  std::vector<std::uint32_t> first;  // a row of each group, the first that it has
  std::vector<std::uint32_t> sizes;  // of the groups, in rows
};

// Nothing if there are more than `most` groups. Each row counts as many times as `weights` says;
// without them once.
std::optional<EqualRows> GroupEqualRows(std::span<const ColumnCodes* const> columns,
                                        std::span<const std::uint32_t> weights, std::uint64_t most);

// A table with fewer rows of which the same sets of columns leave the same number of rows alone:
// of rows that are equal in all columns two stay, since none of them is alone in any set.
class ThinnedTable {
 public:
  // Nothing if that would not spare much.
  static std::optional<ThinnedTable> Make(std::span<const ColumnCodes* const> columns);

  const std::vector<ColumnCodes>& columns() const { return columns_; }

  // Of the groups that all rows of the whole table form by these columns.
  GroupSizes SizesBy(const std::vector<std::size_t>& columns) const;

 private:
  std::vector<ColumnCodes> columns_;
  std::vector<std::uint32_t> weights_;  // how many rows of the whole table each stands for
};

}  // namespace gauze
