#include "gauze/policy/changed_entry.h"

#include <algorithm>

namespace gauze {

Result<Parameters> ChangedParameters(const PolicyEntry& entry, const RawParameter& change) {
  std::vector<RawParameter> raw;
  bool replaced = false;
  for (const auto& [name, text] : entry.parameters.written()) {
    if (name == change.name) {
      replaced = true;
      raw.push_back(change);
      continue;
    }
    RawParameter kept{.name = name, .text = text, .where = entry.where};
    const auto& known = entry.descriptor->parameters;
    const ParameterType type = std::ranges::find(known, name, &Parameter::name)->type;
    if (type == ParameterType::kFile) kept.path = entry.parameters.Text(name);
    if (type == ParameterType::kNames) kept.names = entry.parameters.Names(name);
    raw.push_back(std::move(kept));
  }
  if (!replaced) raw.push_back(change);
  return Parameters::Make(*entry.descriptor, raw, change.where);
}

}  // namespace gauze
