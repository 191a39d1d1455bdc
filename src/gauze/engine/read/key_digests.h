#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <string>

#include "gauze/base/error.h"
#include "gauze/engine/duckdb/database.h"

namespace gauze {

using KeyDigest = std::array<std::uint8_t, 16>;

struct KeyCounts {
  std::uint64_t missing = 0;   // rows without a key
  std::uint64_t repeated = 0;  // rows whose key an earlier row has
};

// Of the column of a view.
Result<KeyCounts> CountKeys(Database& database, const std::string& view, const std::string& column);

// Digests of the keys, salted, in ascending order, some at a time.
Status StreamKeyDigests(Database& database, const std::string& view, const std::string& column,
                        const std::string& salt,
                        const std::function<Status(std::span<const KeyDigest>)>& use);

}  // namespace gauze
