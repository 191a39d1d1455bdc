#pragma once

#include "gauze/base/json.h"
#include "gauze/policy/policy.h"
#include "gauze/taxonomy/coded_table.h"
#include "gauze/vault/vault.h"

namespace gauze {

// What the adversaries of docs/attacks.md gain from a personal release, as the section `attacks` of
// its manifest: {"frequency": {COLUMN: {"blindly", "by_rank", "by_company"}}, "sorting": {COLUMN:
// {"blindly", "by_place", "by_steps"}}, "proximity" and "divergence": {COLUMN: {"breached",
// "highest", "mean"}}}. Shares, never a value.
//
// It is the worst case: they know how values are distributed in this very table, and how they go
// with the other released cells, and who is in which class. Counted from what goes into the vault,
// so that guesses are compared with the truth row by row.
Json PersonalRates(const Vault& vault, const Policy& policy, const CodedTable& schema);

}  // namespace gauze
