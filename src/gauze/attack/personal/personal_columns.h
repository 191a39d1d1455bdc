#pragma once

#include <string>
#include <vector>

#include "gauze/policy/policy.h"

namespace gauze {

// A column of a personal release as the policy describes it, which is no secret.
struct PersonalColumn {
  const PolicyAttribute* attribute = nullptr;
  bool graded = false;  // otherwise aliased
  bool safe = false;    // a node's name and its alias are shared by all values right below it
  std::string choice;   // the original's column of choices; of aliases
  int missing_choice = 0;
};

// Those of the policy's section `personal`, aliased or graded; none without one.
std::vector<PersonalColumn> PersonalColumns(const Policy& policy);
// The one of this name; nullptr if it is released as it is.
const PersonalColumn* FindPersonal(const std::vector<PersonalColumn>& columns,
                                   const std::string& name);

// A cell of an aliased column that is an alias and no value: "~" and ten letters or digits.
bool IsAlias(std::string_view cell);

}  // namespace gauze
