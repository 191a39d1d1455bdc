#include "gauze/roles/suggest_role.h"

#include <algorithm>
#include <cassert>

#include "gauze/roles/column_concept.h"
#include "gauze/roles/role_rules.h"

namespace gauze {

RoleSuggestion SuggestRole(const ColumnFacts& facts) {
  const Evidence evidence(facts);
  for (const RuleEntry& entry : RuleEntries()) {
    if (MaybeRole suggestion = entry.apply(evidence)) return *std::move(suggestion);
  }
  assert(false);  // the last rule always applies
  return {};
}

std::vector<RoleRule> RoleRules() {
  std::vector<RoleRule> rules;
  for (const RuleEntry& entry : RuleEntries()) rules.push_back(entry.rule);
  return rules;
}

std::vector<SafeHarborLine> SafeHarborChecklist(const std::vector<ColumnFacts>& columns,
                                                const std::vector<RoleSuggestion>& suggestions) {
  std::vector<SafeHarborLine> lines;
  for (const std::string_view identifier : SafeHarborIdentifiers()) {
    lines.push_back(
        {.number = static_cast<int>(lines.size()) + 1, .identifier = std::string(identifier)});
  }
  for (std::size_t i = 0; i < std::min(columns.size(), suggestions.size()); ++i) {
    const int number = suggestions[i].safe_harbor;
    if (number >= 1) lines[static_cast<std::size_t>(number) - 1].columns.push_back(columns[i].name);
  }
  return lines;
}

}  // namespace gauze
