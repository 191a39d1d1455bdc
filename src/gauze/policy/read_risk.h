#pragma once

#include "gauze/policy/risk_section.h"
#include "gauze/policy/yaml_reader.h"

namespace gauze {

// The `risk` section as it is written, without a look at the columns.
Result<RiskSection> ReadRiskSection(const YamlReader& yaml, const YAML::Node& node);

}  // namespace gauze
