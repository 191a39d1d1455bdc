#pragma once

#include <string>
#include <vector>

#include "gauze/base/error.h"
#include "gauze/engine/duckdb/database.h"

namespace gauze {

// Private to source.cc: the files of a source, and what must hold for all of them.

bool IsParquet(const std::string& path);

// Names as DuckDB compares them.
std::string Lower(std::string name);

// Globs to file names, in order. All are CSV or all Parquet, and none is empty.
Result<std::vector<std::string>> ExpandPaths(Database& database,
                                             const std::vector<std::string>& paths);

// As a list in SQL.
std::string FileList(const std::vector<std::string>& files);

// The error, with the file that it is about.
tl::unexpected<Error> InFile(Error error, const std::string& file);

// Every column has a name of its own; `place` is where to fix that.
Status CheckNames(const std::vector<std::string>& names, const std::string& file,
                  const std::string& place = " in the first line");

// The files of one source have the same columns, in any order.
Status CheckSameColumns(std::vector<std::string> first, std::vector<std::string> other,
                        const std::string& file);

}  // namespace gauze
