#pragma once

#include <cstdint>
#include <unordered_set>
#include <vector>

#include "gauze/attack/files/claims.h"
#include "gauze/attack/files/passes/levelled_column.h"
#include "gauze/attack/files/passes/row_spread.h"
#include "gauze/base/hash.h"

namespace gauze {

using Levels = std::vector<std::uint32_t>;     // by column
using CellTuple = std::vector<std::uint32_t>;  // numbers of cells of these levels, by column

struct CellTupleHash {
  std::size_t operator()(const CellTuple& tuple) const {
    std::uint64_t hash = 0;
    for (const std::uint32_t number : tuple) hash = Mix(hash, number);
    return hash;
  }
};
using CellTuples = std::unordered_set<CellTuple, CellTupleHash>;

// What a finer pass tells about one class that it has left over.
struct LeftOverClass {
  std::size_t one = 0;
  std::vector<CellClaim> claims;
  std::uint64_t tuples = 0;  // rows of which a narrower tuple is certain
};

struct LeftOver {
  std::vector<LeftOverClass> classes;
  std::uint64_t skipped = 0;  // classes that were left out
  bool refuted = false;       // there is no way to spread their rows
};

// What one pass tells about the classes of all coarser ones.
class LeftOverReader {
 public:
  // A class with more of them is left out, and so are all after so many of a pass.
  static constexpr std::size_t kMostCells = 256;
  static constexpr std::size_t kMostCellsOfPass = std::size_t{1} << 20;

  // `room` in each cell that a pass has not released.
  LeftOverReader(const labels::AnyRelease& release, const std::vector<LevelledColumn>& columns,
                 std::uint64_t room)
      : release_(release), columns_(columns), room_(room) {}

  LeftOver Read(const Levels& levels, const CellTuples& released,
                const std::vector<std::size_t>& coarser) const;

 private:
  using CellRanges = std::vector<LevelledColumn::Cells>;  // by column
  struct OpenCells;

  std::size_t LabelOf(std::size_t one, std::size_t column) const {
    return release_.class_labels[one * columns_.size() + column];
  }
  CellRanges CellsOf(std::size_t one, const Levels& levels) const;
  void Ask(std::uint32_t at, const std::vector<std::uint32_t>& own, const OpenCells& open,
           const Levels& levels, RowSpread& spread, LeftOverClass& left) const;
  std::vector<CellClaim> AskColumn(std::uint32_t at, std::size_t column,
                                   const std::vector<std::uint32_t>& own, const OpenCells& open,
                                   const Levels& levels, RowSpread& spread, std::size_t one) const;

  const labels::AnyRelease& release_;
  const std::vector<LevelledColumn>& columns_;
  std::uint64_t room_;
};

}  // namespace gauze
