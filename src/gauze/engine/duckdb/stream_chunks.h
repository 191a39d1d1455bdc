#pragma once

#include <duckdb.h>

#include <functional>
#include <string>

#include "gauze/base/error.h"
#include "gauze/base/progress.h"
#include "gauze/engine/duckdb/duckdb_handles.h"

// Private to engine/.

namespace gauze {

// Runs a query and hands over its chunks as they come, so that a result larger than memory is
// never materialised. Rows come in no particular order unless the query says so.
Status StreamChunks(duckdb_handles& handles, const std::string& sql, Progress* progress,
                    const std::function<void(duckdb_data_chunk)>& consume);

}  // namespace gauze
