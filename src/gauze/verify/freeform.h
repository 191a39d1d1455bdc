#pragma once

#include <cstdint>

#include "gauze/base/error.h"
#include "gauze/engine/duckdb/database.h"
#include "gauze/verify/freeform_claim.h"
#include "gauze/verify/open_file.h"

namespace gauze {

struct FreeformFindings {
  std::uint64_t attacks = 0;   // that were looked at
  std::uint64_t breaches = 0;  // of them
  double worst_threat = 0;
  std::uint64_t worst_support = 0;  // rows that match what the worst attack knows
  std::uint64_t unknown_rows = 0;   // that show something which is not in the hierarchy
};

// Every attack on a released file, counted in SQL that is written a second time, apart from the
// code that makes releases: whatever the quasi-identifiers show is known exactly, guarded columns
// are known through their critical nodes, and each guarded node that is shown, or above one that
// is, is a target.
//
// A node is critical if it is observable and is shown somewhere or has a child that occurs and is
// not observable. Whoever knows another node knows less than through one of these: a share over it
// is a weighted mean of shares over its children.
//
// Whether a threat is above the threshold is decided exactly, whatever the sensitivities are.
Result<FreeformFindings> FindFreeformBreaches(Database& database, const FileUnderTest& file,
                                              const FreeformClaim& claim);

}  // namespace gauze
