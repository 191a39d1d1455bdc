#pragma once

#include <string>
#include <vector>

#include "gauze/engine/duckdb/database.h"
#include "gauze/ledger/store.h"
#include "gauze/policy/policy.h"

namespace gauze {

// The view of the batch that is being appended.
inline constexpr const char* kBatch = "batch";

// Files or globs as the view kBatch. Refused: no rows, columns that are not those of the policy,
// rows that are not new by the column `change`, records without a key or with one key twice.
Status OpenBatch(Database& database, const Policy& policy, const std::vector<std::string>& files);

// Records of the batch are known from now on. Refused if one was before.
Status AddKeysOfBatch(Database& database, const Policy& policy, ledger::Store& store);

}  // namespace gauze
