#pragma once

#include <cstdint>
#include <string>

#include "gauze/base/error.h"
#include "gauze/base/json.h"
#include "gauze/base/progress.h"
#include "gauze/release/run/run_options.h"

namespace gauze {

// How row `row` (from 1) of the released file came about: its labels, and lines on what decided
// them; runs the transform again, twice. Where two classes print the same, it is one of them. With
// `originals`, each label also has the values that the class's rows have in the source, with their
// rows: for the eyes of those who may see the source.
Result<Json> ExplainRow(const RunOptions& options, std::uint64_t row, Progress& progress,
                        bool originals = false);

// What became of a quasi-identifying column: rows that keep their value, rows that show nothing,
// labels, mean loss.
Result<Json> ExplainColumn(const RunOptions& options, const std::string& column,
                           Progress& progress);

}  // namespace gauze
