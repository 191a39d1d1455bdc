#pragma once

#include "gauze/policy/policy.h"

namespace gauze {

// Every column that a policy names outside its list of attributes is in that list, and has the role
// that it is named for: by models, by the ledger, by a personal section, by risk.
Status CheckNamedColumns(const Policy& policy);

}  // namespace gauze
