#pragma once

#include <string>

#include "gauze/base/error.h"

namespace gauze {

// Reads a gzip file to its end and checks its checksums. DuckDB takes a damaged or cut file as it
// comes, and half a number is a number.
Status CheckGzip(const std::string& path);

}  // namespace gauze
