#pragma once

#include <duckdb.h>

#include <string_view>

#include "gauze/base/error.h"

// Private to engine/.

namespace gauze {

// Turns an error of DuckDB into ours, without any text that may come from a cell.
Error TranslateError(duckdb_error_type type, std::string_view message);

// What a table function of ours fails with when it cannot read a file; known to TranslateError.
inline constexpr const char* kUnreadableFile = "a file of plain CSV cannot be read";

}  // namespace gauze
