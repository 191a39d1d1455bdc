#pragma once

#include <functional>
#include <string>
#include <vector>

#include "gauze/base/error.h"
#include "gauze/engine/duckdb/database.h"

namespace gauze {

// Private to source.cc: the files of a source, and what must hold for all of them.

bool IsParquet(const std::string& path);

// Globs to file names, in order. All are CSV or all Parquet, none is empty, unreadable or a
// workbook (other_formats.h).
Result<std::vector<std::string>> ExpandPaths(Database& database,
                                             const std::vector<std::string>& paths,
                                             const std::string& encoding);

// As a list in SQL.
std::string FileList(const std::vector<std::string>& files);

// The error, with the file that it is about.
tl::unexpected<Error> InFile(Error error, const std::string& file);

// Every column has a name of its own; `place` is where to fix that.
Status CheckNames(const std::vector<std::string>& names, const std::string& file,
                  const std::string& place = " in the first line");

// Whether a message may show the name of a column. A first line that names no columns holds cells:
// what the policy lists may be shown, and what Parquet says.
using MayShow = std::function<bool(const std::string& name)>;

// The files of one source have the same columns, in any order.
Status CheckSameColumns(const std::vector<std::string>& first,
                        const std::vector<std::string>& other, const std::string& file,
                        const MayShow& may_show);

}  // namespace gauze
