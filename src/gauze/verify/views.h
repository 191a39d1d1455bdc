#pragma once

#include <cstddef>

#include "gauze/engine/duckdb/database.h"
#include "gauze/verify/claim.h"

namespace gauze {

// Makes what a claim's SQL may read (ModelEntry::verification_sql lists it) from the tables `cells`
// and `spelled<index>`, for the claimed column s<index>: counts, totals, positions, numbers and
// tree; and holders and mixed if `persons`, who are then counted instead of rows. An error if
// a row got lost (check_sums.h).
Status MakeViews(Database& database, const VerifiedColumn& column, std::size_t index, bool persons);

}  // namespace gauze
