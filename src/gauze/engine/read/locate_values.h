#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "gauze/engine/duckdb/database.h"
#include "gauze/policy/policy.h"
#include "gauze/table/value.h"

namespace gauze {

// The first row (from 1) of the view `source` whose cell is one of these values, however it is
// spelled, or missing if that is asked for: for error messages.
std::optional<std::uint64_t> LocateValues(Database& database, const Policy& policy,
                                          const Attribute& attribute,
                                          const std::vector<Value>& values, bool missing);

}  // namespace gauze
