#pragma once

#include <cstdint>
#include <vector>

#include "gauze/vault/vault.h"

namespace gauze {

// Rows of a vault in the order in which they are held, and how many each stands for.
struct HeldRows {
  std::vector<std::uint32_t> rows;
  std::vector<std::uint32_t> persons;  // of each row, rising without gaps; empty: row i is group i
  std::vector<std::uint32_t> sizes;    // of each group of persons; empty: 1 each
};

// If every row is somebody else's, rows that show and own the same are held once: no question tells
// them apart. If not, all rows are held, those of a person side by side.
// The vault's codes must be within their values. A step for each row and column.
HeldRows ArrangeRows(const Vault& vault);

}  // namespace gauze
