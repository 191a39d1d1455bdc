#pragma once

#include <string_view>
#include <vector>

#include "gauze/policy/policy.h"
#include "gauze/release/promise/table_promise.h"

namespace gauze {

const std::vector<TablePromiseEntry>& TablePromises();
const TablePromiseEntry* FindTablePromise(std::string_view name);

// The policy's transform keeps every table promise of it, and every other promise is kept too.
Status CheckKept(const Policy& policy);

}  // namespace gauze
