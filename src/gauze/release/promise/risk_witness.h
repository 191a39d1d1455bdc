#pragma once

#include <vector>

#include "gauze/release/input/risk_rows.h"

namespace gauze {

// Counts the risk of some records a second time, straight from its definition: SQL tells on which
// columns every row of the file matches the record, and all known sets of the columns that are
// likeliest known are added up one by one. Fails when a certified interval does not hold this.
// Fails also when the file does not have as many rows as were certified. `risks` are of all tuples
// of `rows`. Shares no code with the computation that it checks, but is given the cells of a record
// as that one has read them.
Status CheckWitnesses(Database& database, const FileUnderTest& file, const RiskSection& risk,
                      const RiskRows& rows, const std::vector<std::uint32_t>& chosen,
                      const std::vector<risk::RecordRisk>& risks);

}  // namespace gauze
