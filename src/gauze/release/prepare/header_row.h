#pragma once

#include <string>

#include "gauze/base/error.h"
#include "gauze/engine/duckdb/database.h"
#include "gauze/engine/profile/profile.h"
#include "gauze/engine/read/source/source.h"

namespace gauze {

// Fails if the first line of a CSV file looks like a row: its cells would become names of columns,
// which are shown everywhere.
Status RefuseHeaderRow(Database& database, const SourceColumns& columns, const Profile& profile,
                       const std::string& source);

}  // namespace gauze
