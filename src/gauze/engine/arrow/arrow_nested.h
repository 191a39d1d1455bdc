#pragma once

#include <memory>

#include "gauze/engine/arrow/arrow_column.h"

namespace gauze {

// Private to engine/: a column that DuckDB converts itself. The parameters are those of
// MakeArrowColumn.
std::unique_ptr<ArrowColumn> MakeNestedColumn(duckdb_connection connection,
                                              const ArrowSchema& schema, const ArrowArray* sample);

}  // namespace gauze
