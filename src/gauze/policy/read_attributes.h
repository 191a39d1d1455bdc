#pragma once

#include <vector>

#include "gauze/policy/entry_reader.h"
#include "gauze/policy/policy.h"
#include "gauze/policy/yaml_reader.h"

namespace gauze {

// The `attributes` section, in the order of the file.
Result<std::vector<PolicyAttribute>> ReadAttributes(const YamlReader& yaml,
                                                    const EntryReader& reader,
                                                    const YAML::Node& node);

}  // namespace gauze
