#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "gauze/roles/column_facts.h"
#include "gauze/table/attribute.h"

namespace gauze {

// A role for a column, for a person to confirm. Never kUndecided and never kChoice.
struct RoleSuggestion {
  Role role = Role::kIdentifying;
  // How far to trust it, from 0 to 1. By rule, not measured: 0.9 and more where values prove it,
  // below 0.5 where somebody has to look.
  double confidence = 0;
  std::string reason;        // one sentence with counts and shares; never a value of the table
  std::string concept_name;  // "birth date" (column_concept.h); empty: none
  int safe_harbor = 0;       // which of HIPAA's eighteen, from 1; 0: none
};

// Goes through RoleRules() and takes the first that has something to say; the last always has. Errs
// towards more protection: a column that may identify is never called insensitive.
RoleSuggestion SuggestRole(const ColumnFacts& facts);

// Names of the rules in their order, with what each looks at, for the docs.
struct RoleRule {
  std::string_view name;
  std::string_view summary;
};
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
