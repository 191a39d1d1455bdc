#pragma once

#include <string>

#include "gauze/engine/duckdb/database.h"
#include "gauze/ledger/store.h"
#include "gauze/policy/policy.h"

namespace gauze {

// The release that a row came for: a column beside the table, never published.
inline constexpr const char* kSince = "gauze since";

// What a new ledger in `folder` is about: where its policy is, as seen from there, so that both can
// be moved together; what is in it and in the files that it names. Fails if the policy does not
// suit a ledger.
Result<Json> DescribeLedger(const std::string& policy_file, const std::string& folder);

// The policy of a ledger. Fails if it, or a hierarchy, is not what the ledger was made with: what
// was promised of earlier releases must stay what is promised of later ones.
Result<Policy> LedgerPolicy(const ledger::Store& store);

// An error in rows that the ledger's policy does not take. Hints for whoever writes a policy would
// mislead: this one cannot change any more.
Error MendBatch(Error error);

// The same for rows that were staged: columns that are dropped are gone, dates are in one form, and
// kSince is there.
Policy StagedPolicy(const Policy& policy, const std::string& staged);

// Writes the batch (a view, or empty) and rows that came before (Parquet files) to one file.
Status StageRows(Database& database, const Policy& policy, const std::string& view,
                 const std::vector<std::string>& before, std::uint32_t release,
                 const std::string& path);

}  // namespace gauze
