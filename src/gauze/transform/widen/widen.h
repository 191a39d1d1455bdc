#pragma once

#include <cstdint>

#include "gauze/base/progress.h"
#include "gauze/transform/widen/printed_classes.h"

// Raises what classes print until no record's risk is above delta.
//
// A move raises one quasi-identifier: of everything below a rung to that rung, or of a single class
// to "*". At each step the move is taken that lowers the risk above delta most per loss. With
// wildcards a move of everything below a rung raises nobody's risk: rows that printed the same
// still do, and "*" matches all. That fails only where a class may not move (two would print the
// same), or where its label is wider than what occurs in it, so everybody is looked at in the end.
// Falls are estimates, from what would be left without the cell and how many rows print the new
// label; whether a record is above delta is decided by certified intervals. In the end labels that
// were raised for nothing are lowered again, the dearest first.

namespace gauze::widen {

struct WidenOptions {
  double delta = 0;
  // Also labels that weigh something may become "*" (suppress_cells.h, MayLose).
  bool weighing = false;
};

struct Widened {
  // Rows.
  std::uint64_t above_before = 0;
  std::uint64_t above_after = 0;     // nothing is left that may be raised
  std::uint64_t above_by_floor = 0;  // of those before, whatever anybody knows
  std::uint64_t rounds = 0;
};

Result<Widened> Widen(const WidenOptions& options, PrintedClasses& classes, Progress& progress);

}  // namespace gauze::widen
