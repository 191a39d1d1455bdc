#pragma once

#include <vector>

#include "gauze/base/json.h"
#include "gauze/verify/verify.h"

namespace gauze {

// What classes are compared with: [value, rows] in the order of values, null for missing, and
// [rows] for a nameless one.
using Reference = std::vector<VerifiedColumn::Compared>;
Json ReferenceJson(const Reference& reference);
Reference ReferenceFrom(const Json& json);

}  // namespace gauze
