#pragma once

#include <memory>

#include "gauze/engine/arrow_cells.h"

namespace gauze {

// Private to engine/: a column that DuckDB converts itself. The parameters are those of
// ArrowColumn::Make.
std::unique_ptr<ArrowColumn> MakeNestedColumn(duckdb_connection connection,
                                              const ArrowSchema& schema, const ArrowArray* sample);

}  // namespace gauze
