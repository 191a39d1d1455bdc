#pragma once

#include <cstdint>
#include <vector>

#include "gauze/measure/record_risk/record_risk.h"
#include "gauze/policy/risk_section.h"
#include "gauze/taxonomy/coded_table.h"

namespace gauze {

// A table as the risk sees it: the columns that may be known or that weigh something, and equal
// rows once.
struct RiskInput {
  risk::RiskTable table;
  risk::RiskSettings settings;
  std::vector<std::size_t> attributes;  // of the coded table, one per column here
  std::vector<std::uint32_t> tuple_of;  // tuple of the coded table -> tuple here
};

// Missing cells are a value of their own, which weighs nothing; or, with `missing: wildcard`, like
// suppressed ones. `released`: a "*" in a column that may be known is a suppressed cell.
// Fails when a value has no weight although others of its column do.
Result<RiskInput> MakeRiskInput(const CodedTable& coded, const RiskSection& risk,
                                MissingPolicy missing, bool released = false);

}  // namespace gauze
