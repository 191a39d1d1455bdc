#pragma once

#include <cstdint>
#include <vector>

#include "gauze/transform/widen/printed_classes.h"

namespace gauze::widen {

// Tuples above delta: their numbers, by how much, and what would be left of each of them above or
// below delta without the cell of a column.
struct Risky {
  std::vector<std::uint32_t> tuples;
  std::vector<double> risks;
  std::vector<double> without;  // tuple-major, one per column of the table of the risk
};

struct Move {
  std::size_t quasi = 0;
  Rung rung = Ladder::Top();    // everything below it; Top(): one class, to "*"
  std::uint32_t one_class = 0;  // of the move to "*"
  double rate = 0;              // risk above delta that goes, by rows, per loss, by rows
};

// All moves that would help some of the tuples, best first. `weighing` as in WidenOptions.
std::vector<Move> FindMoves(const PrintedClasses& classes, const Risky& risky, double delta,
                            bool weighing);

// Classes that the move raises.
std::vector<std::uint32_t> ClassesOf(const PrintedClasses& classes, const Move& move);

}  // namespace gauze::widen
