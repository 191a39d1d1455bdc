#pragma once

#include <optional>
#include <string>
#include <vector>

#include "gauze/attack/attack.h"
#include "gauze/engine/duckdb/database.h"
#include "gauze/engine/read/source/source.h"

namespace gauze {

// What an adversary takes each of these cells of a released column for: the value it shows, or, in
// a personal release, the value that is guessed behind an alias (by company), a node's name or a
// grade (by place).
// Nothing where it shows no value. Needs the views `released`, `original` and `known`.
Result<std::vector<std::optional<Value>>> ReadCells(
    Database& database, const AttackInput& input, const PolicyAttribute& attribute,
    const SourceColumns& released, const std::vector<std::optional<std::string>>& cells);

}  // namespace gauze
