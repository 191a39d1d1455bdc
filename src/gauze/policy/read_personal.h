#pragma once

#include "gauze/policy/entry_reader.h"
#include "gauze/policy/policy.h"
#include "gauze/policy/yaml_reader.h"

namespace gauze {

// The `personal` section as it is written, without a look at the attributes.
Result<PersonalSection> ReadPersonalSection(const YamlReader& yaml, const EntryReader& entries,
                                            const YAML::Node& node);

// The columns of the section are listed, and what their disguise asks for: sensitive ones, aliased
// text with a choice beside it, and a hierarchy where aliases are safe; graded numbers.
Status CheckPersonalColumns(const Policy& policy);

}  // namespace gauze
