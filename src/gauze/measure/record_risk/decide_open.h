#pragma once

#include <vector>

#include "gauze/measure/record_risk/record_risk.h"

namespace gauze::risk {

// Narrows the intervals that delta lies in until each is on one side of it, of risks that were
// computed for all tuples.
Status DecideOpen(const RiskTable& table, const RiskSettings& settings, double delta,
                  Progress& progress, std::vector<RecordRisk>& risks);

}  // namespace gauze::risk
