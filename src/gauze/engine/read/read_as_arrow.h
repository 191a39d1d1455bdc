#pragma once

#include <string>
#include <vector>

#include "gauze/base/error.h"
#include "gauze/engine/arrow/arrow_c.h"
#include "gauze/policy/policy.h"

namespace gauze {

// What a column of an Arrow table is, as far as a release can be the same.
struct ArrowType {
  std::string name;
  std::string sql;          // DuckDB's name of the type; empty: nested
  bool dictionary = false;  // of texts
};
std::vector<ArrowType> TypesOf(const ArrowSchema& schema);

struct ArrowReadOptions {
  std::vector<std::string> paths;  // as OpenSource takes them
  CsvDialect dialect;
  // Types of the columns that these were made of. Numbers, dates and times get the type they had,
  // as do bounds of ranges ("age_from"); texts that were a dictionary become one again.
  std::vector<ArrowType> types;
};

// The rows of files as a stream, read while they are fetched; the caller owns it. Nothing that it
// says of errors is from a cell.
Status ReadAsArrow(const ArrowReadOptions& options, ArrowArrayStream& stream);

}  // namespace gauze
