#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "gauze/measure/record_risk/record_risk.h"

namespace gauze::risk {

// Records by the power of ten below their risk: 10^first -> rows with a risk from there to ten
// times that. Records without any risk are apart.
struct Histogram {
  std::uint64_t without = 0;
  std::map<int, std::uint64_t> decades;

  std::uint64_t rows() const;
};

Histogram MakeHistogram(const RiskTable& table, std::span<const RecordRisk> risks);

// The same as figures, "records_from.1e-05", "records_from.0" for those without; and back.
std::vector<std::pair<std::string, double>> HistogramFigures(const Histogram& histogram);
void ReadHistogramFigure(const std::string& name, double value, Histogram& histogram);

}  // namespace gauze::risk
