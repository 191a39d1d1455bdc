#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "gauze/base/error.h"
#include "gauze/base/progress.h"
#include "gauze/engine/database.h"
#include "gauze/engine/source.h"
#include "gauze/policy/policy.h"
#include "gauze/table/raw_table.h"

namespace gauze {

// Reads the view `source` once and returns its distinct rows with counts, over the columns that
// the policy keeps (IsRead). Fails when there is no row at all.
Result<RawTable> CountDistinct(Database& database, const SourceColumns& columns,
                               const Policy& policy, Progress& progress);

// The first row (from 1) whose cell has one of these spellings: for error messages.
std::optional<std::uint64_t> LocateSpelling(Database& database, const std::string& column,
                                            const std::vector<std::string>& spellings);

}  // namespace gauze
