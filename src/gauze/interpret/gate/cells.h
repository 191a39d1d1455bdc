#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "gauze/interpret/gate/person_atoms.h"
#include "gauze/interpret/index/bits.h"
#include "gauze/interpret/index/vault_index.h"

namespace gauze {

// The cells of a distribution: own values of a column, each by itself (`of[code]` is the cell), or
// some of them as one. Values in no cell are kRest.
struct Cells {
  static constexpr std::uint32_t kRest = 0xFFFFFFFF;

  const HeldColumn* column = nullptr;
  std::vector<std::uint32_t> of;
  std::uint32_t count = 0;
  const Bits* in_rest = nullptr;  // rows in no cell, whatever they own
};

Cells EachValue(const HeldColumn& column);
Cells OneCell(const HeldColumn& column, const std::vector<Code>& own);

// What may be told of them. A person with several rows can be in several cells, and in the rest.
struct CellNumbers {
  std::vector<std::uint64_t> persons;  // of each cell
  std::vector<bool> told;              // of each cell: whether its number may be told
  std::uint64_t rest = 0;              // persons with a value that is in no told cell
  // Of each group, in order: equal for those who are in the same told cells and alike in the rest.
  std::vector<std::uint32_t> labels;
};

// Tells as many cells as the atoms bear, the largest first, ties by number: each cell
// that is told, and the rest, leave every atom with k persons or none. `groups` are those
// of `rows`. Nothing if the atoms don't even bear these.
std::optional<CellNumbers> NumbersOf(const Cells& cells, const VaultIndex& index, const Bits& rows,
                                     const Bits& groups, const Atoms& atoms);

}  // namespace gauze
