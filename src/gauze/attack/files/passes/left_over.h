#pragma once

#include <cstdint>
#include <unordered_set>
#include <vector>

#include "gauze/attack/files/passes/levelled_column.h"
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

// At least so many rows of a class have one of these values, which are some of its label's.
struct NarrowedCell {
  std::size_t one = 0;  // class
  std::size_t column = 0;
  Span values;
  std::uint64_t rows = 0;
};

// What a finer pass tells about one class that it has left over.
struct LeftOverClass {
  std::size_t one = 0;
  std::vector<NarrowedCell> cells;
  std::uint64_t tuples = 0;  // rows of which a narrower tuple is certain
};

struct LeftOver {
  std::vector<LeftOverClass> classes;
  std::uint64_t skipped = 0;  // classes with more than kMostCells of the pass
  bool nested = false;        // a class of the pass lies within one of these
  bool refuted = false;       // there is no way to spread their rows
};

// What one pass tells about the classes of all coarser ones.
class LeftOverReader {
 public:
  // Of a class with more, which would leave them all open, nothing is asked.
  static constexpr std::size_t kMostCells = 256;

  // `room` in each cell that a pass has not released.
  LeftOverReader(const labels::AnyRelease& release, const std::vector<LevelledColumn>& columns,
                 std::uint64_t room)
      : release_(release), columns_(columns), room_(room) {}

  LeftOver Read(const Levels& levels, const CellTuples& released,
                const std::vector<std::size_t>& coarser) const;

 private:
  using Below = std::vector<LevelledColumn::Cells>;  // by column

  std::size_t LabelOf(std::size_t one, std::size_t column) const {
    return release_.class_labels[one * columns_.size() + column];
  }
  Below CellsOf(std::size_t one, const Levels& levels) const;
  std::uint64_t RoomIn(const CellTuple& cell, const Levels& levels) const;

  const labels::AnyRelease& release_;
  const std::vector<LevelledColumn>& columns_;
  std::uint64_t room_;
};

}  // namespace gauze
