#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "gauze/engine/duckdb/database.h"
#include "gauze/policy/policy.h"

namespace gauze {

// The first line of a CSV file: names of columns, and the delimiter between them. Columns of a file
// whose first line is a row are called c1, c2, and so on.
struct CsvHeader {
  std::string delimiter;
  std::vector<std::string> names;

  bool operator==(const CsvHeader&) const = default;
};

// Reads it through the engine (gzip, encodings). The delimiter is the policy's, or the one of
// comma, semicolon, tab and bar that the header uses most, outside quotes. Names may not contain a
// line break.
Result<CsvHeader> ReadCsvHeader(Database& database, const std::string& file,
                                const CsvDialect& dialect);

}  // namespace gauze
