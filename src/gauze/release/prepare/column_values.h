#pragma once

#include <string>
#include <vector>

#include "gauze/base/error.h"
#include "gauze/policy/policy.h"
#include "gauze/taxonomy/builders/builder.h"

namespace gauze {

// Where a column is, and how its cells are read.
struct ColumnSource {
  std::vector<std::string> files;
  CsvDialect csv;
  Attribute attribute;               // its name, and the type and format of cells
  std::vector<std::string> markers;  // spellings of "no value", beside the empty one
};

// The column as a hierarchy builder sees it: distinct values in the order of their type, with the
// rows that have each; missing is left out. Fails when the column is not there or a cell is not of
// its type.
Result<ColumnValues> ReadColumnValues(const ColumnSource& source);

}  // namespace gauze
