#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gauze/base/error.h"
#include "gauze/engine/duckdb/database.h"

// A verifier that loses a row may call a broken promise kept. So every row that was read is counted
// again in each table that is made of it, and a difference is an error, a bug in Gauze, and never a
// verdict. What it costs is a sum over tables of classes.

namespace gauze {

// These queries all give the same number.
Status CheckOneNumber(Database& database, const std::vector<std::string>& queries);

// `counted`, `classes` and, if they were made, `cells` (class_tables.h) have the same rows; and as
// many as the file, where `rows` says how many it has.
Status CheckClassSums(Database& database, std::optional<std::uint64_t> rows, bool has_cells);

// What MakeViews has made of them has the same rows, or the same persons, and every value of it has
// a position, and a line in `numbers`. `totals` of a reference are not the file's.
Status CheckViewSums(Database& database, bool persons, bool reference);

}  // namespace gauze
