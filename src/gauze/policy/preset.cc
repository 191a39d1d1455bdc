#include "gauze/policy/preset.h"

#include <fmt/format.h>

#include <algorithm>

namespace gauze {

namespace {

Status CheckStated(const Policy& policy) {
  std::string absent;
  for (const std::string& field : policy.preset->stated) {
    if (!policy.about.States(field)) absent += (absent.empty() ? "" : ", ") + field;
  }
  if (absent.empty()) return {};
  const std::string& where = policy.about.where;
  return InputError(fmt::format("the preset {} asks for more than the section `about` states",
                                policy.preset->descriptor.name),
                    where.empty() ? policy.preset_where : where,
                    fmt::format("add to `about:` {}", absent));
}

}  // namespace

Status AddPreset(const Catalog& catalog, Policy& policy) {
  if (policy.preset == nullptr) return {};
  std::vector<PolicyEntry> added;
  for (const Preset::Least& least : policy.preset->least) {
    const bool own = std::ranges::any_of(policy.protect, [&](const PolicyEntry& entry) {
      return entry.descriptor->name == least.model;
    });
    if (own) continue;
    const std::string& where = policy.preset_where;
    GAUZE_ASSIGN(PolicyEntry entry,
                 MakeEntry(least.model, {{least.parameter, std::to_string(least.value), where}},
                           catalog, where));
    added.push_back(std::move(entry));
  }
  policy.protect.insert(policy.protect.begin(), added.begin(), added.end());
  return CheckPreset(policy);
}

Status CheckPreset(const Policy& policy) {
  if (policy.preset == nullptr) return {};
  for (const Preset::Least& least : policy.preset->least) {
    for (const PolicyEntry& entry : policy.protect) {
      if (entry.descriptor->name != least.model) continue;
      if (entry.parameters.Integer(least.parameter) >= least.value) continue;
      return InputError(fmt::format("{} is less than the preset {} asks for", entry.Text(),
                                    policy.preset->descriptor.name),
                        entry.where,
                        fmt::format("give {} at least {}, or leave the preset out", least.parameter,
                                    least.value));
    }
  }
  return CheckStated(policy);
}

}  // namespace gauze
