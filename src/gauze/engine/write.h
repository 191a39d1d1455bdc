#pragma once

#include <string>

#include "gauze/base/error.h"
#include "gauze/base/progress.h"
#include "gauze/engine/database.h"
#include "gauze/table/released_table.h"

namespace gauze {

// Writes the rows in order and fsyncs. CSV: UTF-8, comma, LF, fields quoted where needed; a
// missing cell is an empty field.
Status WriteCsv(const ReleasedTable& table, const std::string& path, Progress& progress);

// Parquet with typed columns where the release keeps values as they are, zstd; missing is NULL.
// `with_persons` adds the column of kPersonColumn: for private files only.
Status WriteParquet(Database& database, const ReleasedTable& table, const std::string& path,
                    bool with_persons, Progress& progress);

inline constexpr const char* kPersonColumn = "gauze person";

}  // namespace gauze
