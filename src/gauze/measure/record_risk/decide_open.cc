#include "gauze/measure/record_risk/decide_open.h"

#include <algorithm>

namespace gauze::risk {

Status DecideOpen(const RiskTable& table, const RiskSettings& settings, double delta,
                  Progress& progress, std::vector<RecordRisk>& risks) {
  std::vector<std::uint32_t> open;
  for (std::uint32_t i = 0; i < risks.size(); ++i) {
    if (risks[i].lo <= delta && risks[i].hi > delta) open.push_back(i);
  }
  if (open.empty()) return {};
  GAUZE_ASSIGN(const auto decided,
               ComputeRecordRisk(table, settings, {Goal::Kind::kDecide, delta}, progress, open));
  for (std::size_t i = 0; i < open.size(); ++i) {
    // Both hold the risk, so what they share does.
    RecordRisk& risk = risks[open[i]];
    risk.lo = std::max(risk.lo, decided[i].lo);
    risk.hi = std::min(risk.hi, decided[i].hi);
  }
  return {};
}

}  // namespace gauze::risk
