#pragma once

#include <string>
#include <utility>
#include <vector>

#include "gauze/base/error.h"
#include "gauze/engine/csv/csv_header.h"
#include "gauze/engine/duckdb/database.h"
#include "gauze/engine/read/source/source_files.h"
#include "gauze/policy/policy.h"

namespace gauze {

// Private to source.cc: what may follow FROM to read the files of a source.

Result<std::string> ParquetSource(Database& database, const std::vector<std::string>& files);

// Files with the same header are read together.
using CsvGroups = std::vector<std::pair<CsvHeader, std::vector<std::string>>>;
Result<CsvGroups> GroupByHeader(Database& database, const std::vector<std::string>& files,
                                const CsvDialect& dialect, const MayShow& may_show);
std::string CsvSource(const CsvGroups& groups, const CsvDialect& dialect);

// Names and types of the columns of what follows FROM; `file` is named in errors.
struct DescribedColumns {
  std::vector<std::string> names;
  std::vector<std::string> types;
};
Result<DescribedColumns> DescribeColumns(Database& database, const std::string& from,
                                         const std::string& file);

}  // namespace gauze
