#pragma once

#include <string>
#include <vector>

#include "gauze/roles/column_facts.h"
#include "gauze/roles/role_suggestion.h"

namespace gauze {

// Goes through RoleRules() and takes the first that has something to say; the last always has. Errs
// towards more protection: a column that may identify is never called insensitive.
RoleSuggestion SuggestRole(const ColumnFacts& facts);

// In their order.
std::vector<RoleRule> RoleRules();

// One of the eighteen identifiers of HIPAA Safe Harbor, and the columns that seem to hold it.
struct SafeHarborLine {
  int number = 0;  // 1 to 18, for (A) to (R)
  std::string identifier;
  std::vector<std::string> columns;
};

// Eighteen lines. `suggestions` are those of `columns`, in the same order. An empty line says that
// nothing was found, not that nothing is there.
std::vector<SafeHarborLine> SafeHarborChecklist(const std::vector<ColumnFacts>& columns,
                                                const std::vector<RoleSuggestion>& suggestions);

}  // namespace gauze
