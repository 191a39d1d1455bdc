#pragma once

#include "gauze/base/json_fwd.h"
#include "gauze/policy/policy.h"

namespace gauze {

// JSON Schema (draft 2020-12) of a policy, for editors; made from the descriptors.
Json PolicySchema(const Catalog& catalog);

}  // namespace gauze
