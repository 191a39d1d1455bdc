#pragma once

#include "gauze/engine/duckdb/database.h"
#include "gauze/policy/policy.h"
#include "gauze/taxonomy/coded_table.h"

namespace gauze {

// The columns that a promise guards, with their values in the policy's source and the hierarchies
// over them; no tuples. A promise that guards none reads nothing.
Result<CodedTable> ReadGuardedColumns(Database& database, const Policy& policy,
                                      const PolicyEntry& promise);

}  // namespace gauze
