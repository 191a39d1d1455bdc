#pragma once

#include <string>
#include <vector>

#include "gauze/release/input/risk_rows.h"

namespace gauze {

// One line per record, in the order of the source: its row (from 1), the interval of its risk, and
// the known set that contributes most, as names with ';' between. CSV, or Parquet if the name ends
// so; readable by its owner only. The rows must have been read with their numbers.
Status WriteRiskRecords(Database& database, const RiskRows& rows,
                        const std::vector<risk::RecordRisk>& risks, const std::string& path,
                        Progress& progress);

}  // namespace gauze
