#pragma once

#include <string>
#include <string_view>

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

// A rule by which roles are suggested, for the docs.
struct RoleRule {
  std::string_view name;
  std::string_view summary;  // where it fires
};

}  // namespace gauze
