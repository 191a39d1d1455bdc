#pragma once

#include "gauze/base/progress.h"
#include "gauze/policy/risk_section.h"
#include "gauze/release/input/risk_rows.h"
#include "gauze/release/manifest/manifest.h"

namespace gauze {

// What suppress_cells would do with these rows, for each of its settings, without releasing
// anything:
// [{"until", "cells", "delta", "above_before", "above_after", "cells_lost", "loss", "highest",
//   "histogram": {"records_from.1e-05": …}}]
//
// Counts are of rows and of cells of rows. `loss` is the share of lost cells among all cells of the
// columns that may be known. `highest` and `histogram` are of the table afterwards.
// Takes several times as long as the risk itself: each setting certifies every record once more.
Result<Json> TrySuppression(const RiskRows& rows, const RiskSection& section, double delta,
                            Progress& progress);

}  // namespace gauze
