#pragma once

#include <cstdint>
#include <string>

#include "gauze/policy/policy.h"
#include "gauze/release/input/input.h"
#include "gauze/transform/region.h"
#include "gauze/transform/suppress_cells/risk_input.h"
#include "gauze/verify/verify.h"

namespace gauze {

// A table read for its risk: all of its rows at once.
struct RiskRows {
  std::uint64_t rows = 0;
  Region region;
  RiskInput input;
  std::vector<std::string> columns;  // names, one per column of `input`
};

// The original that a policy speaks of.
Result<RiskRows> ReadRiskRows(Database& database, const Policy& policy, const InputOptions& options,
                              Progress& progress);

// A file that was released: cells as they are spelled, "*" for suppressed ones.
Result<RiskRows> ReadReleasedRiskRows(Database& database, const FileUnderTest& file,
                                      const RiskSection& risk, const InputOptions& options,
                                      Progress& progress);

}  // namespace gauze
