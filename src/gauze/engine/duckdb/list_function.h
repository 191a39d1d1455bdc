#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "gauze/engine/duckdb/database.h"

namespace gauze {

// Makes `lists` known to the database as a scalar function from text to a list of BIGINT, under a
// name that was never used before, and returns the name. NULL gives NULL. It lives as long as the
// database, and is called from several threads.
using TextToList = std::function<std::vector<std::int64_t>(std::string_view)>;
std::string RegisterListFunction(Database& database, TextToList lists);

}  // namespace gauze
