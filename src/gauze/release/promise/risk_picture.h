#pragma once

#include <string>
#include <utility>
#include <vector>

#include "gauze/measure/record_risk/histogram.h"

namespace gauze {

using NamedHistogram = std::pair<std::string, risk::Histogram>;

// Histograms of risk side by side, both axes logarithmic, with the threshold, as an SVG.
std::string RiskPicture(const std::vector<NamedHistogram>& histograms, double delta);

}  // namespace gauze
