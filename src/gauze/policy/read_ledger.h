#pragma once

#include <vector>

#include "gauze/policy/entry_reader.h"
#include "gauze/policy/policy.h"
#include "gauze/policy/yaml_reader.h"

namespace gauze {

// The `ledger` section: `method: pool`, or `method: {pool: {most_waiting: 100}}`. Without a word
// about it, the method is the first.
Result<LedgerSection> ReadLedgerSection(const YamlReader& yaml, const EntryReader& reader,
                                        const std::vector<const Descriptor*>& methods,
                                        const YAML::Node& node);

}  // namespace gauze
