#pragma once

#include <cstdint>
#include <vector>

#include "gauze/measure/record_risk/record_risk.h"

// Suppression of single cells of the records whose risk is above delta. All rows of a tuple lose
// the same cells: their risks are equal, and with wildcards suppressing some of them does not help
// the others, because a suppressed row still matches them on every known set.
// delta is at least 0.

namespace gauze::risk {

// Which cells may be suppressed.
struct MayLose {
  Mask attributes = ~Mask{0};
  // Also cells that weigh something. Whoever knows the algorithm takes a * there for a value that
  // weighs, so it hides less than the risk, where a suppressed cell weighs nothing, says.
  bool weighing = true;
};

struct CellSuppression {
  std::vector<Mask> cells;  // of each tuple, what was suppressed here
  // Everything below counts rows, or cells of rows.
  std::uint64_t cells_lost = 0;
  std::vector<std::uint64_t> cells_by_attribute;
  std::uint64_t above_before = 0;  // rows above delta
  std::uint64_t above_after = 0;   // the same, as far as it is known that they are
  // Rows above delta by their floor alone, whatever an adversary knows: only suppressing sensitive
  // cells themselves can bring them down.
  std::uint64_t above_by_floor = 0;
  std::uint64_t rounds = 0;
};

// The paper's pass (figure 1): every record above delta loses the cells of the known set that
// contributes most to its risk (TopKnownSets), all at once and only once. Records may be left above
// delta, and with literal matching the risk of others may rise: above_after says how many.
Result<CellSuppression> SuppressOnce(const RiskTable& table, const RiskSettings& settings,
                                     double delta, const MayLose& may, Progress& progress);

// Repeats until no record is above delta, each time one cell per record: the one without which
// least of the risk is left. With wildcards no set of cells is better than its best single cell,
// per cell lost: known sets that hold two of them fall with either. It ends when a record has no
// cell left that may be suppressed; above_after counts those that are still above. The last few
// tuples above delta are treated one after another, the riskiest first, since a suppressed cell may
// save its neighbours too.
Result<CellSuppression> SuppressUntilSafe(const RiskTable& table, const RiskSettings& settings,
                                          double delta, const MayLose& may, Progress& progress);

}  // namespace gauze::risk
