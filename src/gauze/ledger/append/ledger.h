#pragma once

#include <string>
#include <vector>

#include "gauze/base/progress.h"
#include "gauze/release/manifest/manifest.h"

// What can be done with a ledger beside appending to it (append.h).

namespace gauze {

// Makes an empty ledger for a policy with a section `ledger`.
Status InitLedger(const std::string& policy, const std::string& folder);

// How much came, was released and waits; since when, and why. Counts, no values.
Result<Json> LedgerStatus(const std::string& folder, Progress& progress);

// One line per release.
Result<Json> LedgerLog(const std::string& folder);

// Is everything there that was committed, unchanged, and does every release keep its promises?
struct LedgerVerdict {
  bool holds = true;
  std::vector<std::string> damage;  // sentences
  Json releases;                    // what was checked of each
};
Result<LedgerVerdict> VerifyLedger(const std::string& folder, unsigned threads, Progress& progress);

}  // namespace gauze
