#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "gauze/attack/attack.h"
#include "gauze/engine/duckdb/database.h"
#include "gauze/engine/read/source/source.h"

namespace gauze {

// A cell in the one spelling of its type; nothing when it has no value.
std::optional<std::string> PlainCell(const Policy& policy, const Attribute& attribute,
                                     const std::optional<std::string>& cell);

// The columns that the release shows as they are: neither personal nor generalised anywhere, and
// with few enough different cells to say something of a value.
Result<std::vector<const PolicyAttribute*>> CompanyColumns(Database& database,
                                                           const AttackInput& input,
                                                           const SourceColumns& released);

}  // namespace gauze
