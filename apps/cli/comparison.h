#pragma once

#include <string>

#include "command.h"

namespace gauze::cli {

// What `compare` and a sweep give: a table, or JSON, and a chart if a file for it is named. The
// exit code: 0 if at least one candidate can be released.
Result<int> ShowComparison(const Json& comparison, bool json, const std::string& chart);

void AddChartOption(CLI::App* command, std::string& chart);

}  // namespace gauze::cli
