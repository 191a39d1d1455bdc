#pragma once

#include "gauze/policy/policy.h"

namespace gauze {

// The parameters of an entry with one of them changed or added, checked again as a whole. Errors
// that are about none in particular name the place of the change.
Result<Parameters> ChangedParameters(const PolicyEntry& entry, const RawParameter& change);

}  // namespace gauze
