#pragma once

#include <string>

#include "gauze/engine/read/source/source.h"

namespace gauze {

// Rows with their numbers, from 0. Those of Parquet are numbered file by file, so a condition on
// the number is met while a file is read, and other columns of a row that it leaves out are not
// decoded. All parts are SQL.
struct NumberedRows {
  std::string from;  // what may follow FROM
  // Columns of it, with names that none of the view's has.
  std::string file;
  std::string row;
};
NumberedRows NumberRows(const SourceColumns& columns, const std::string& view);

}  // namespace gauze
