#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "gauze/base/error.h"
#include "gauze/base/progress.h"
#include "gauze/engine/duckdb/database.h"
#include "gauze/engine/read/source/source.h"
#include "gauze/verify/claim.h"
#include "gauze/verify/open_file.h"

// A file as classes, in tables that claims are judged from:
//   counted(…, n BIGINT)                                        what was read, each row with how
//                                                               often it occurs
//   classes(class BIGINT, rows BIGINT, persons BIGINT, and what tells classes apart)
//   cells(class BIGINT, s0 UBIGINT, s1 …, n BIGINT, and person if the file tells persons apart)
//                                                               if there are claimed columns
//   spelled<i>(id UBIGINT, value VARCHAR, …)                    canonical: "1.0" and "1" are one
// The view `file` has the rows as they are. Columns get names of ours, so none can clash.

namespace gauze {

class ClassTables {
 public:
  virtual ~ClassTables() = default;

  // The first row of the file, from 1, that belongs to one of these classes (SQL).
  virtual Result<std::uint64_t> FirstRow(const std::string& classes) = 0;
};

// By the file's reader. An error if a row is not in all tables (check_sums.h). Sets `progress` to
// percent of the file that are read.
Result<std::unique_ptr<ClassTables>> MakeClassTables(Database& database, const FileUnderTest& file,
                                                     const std::vector<VerifiedColumn>& claimed,
                                                     Progress& progress);

// The makers, given the opened view `file`. The first reads each distinct spelling as an id; the
// second is SQL alone. They share the names of the tables and nothing else.
Result<std::unique_ptr<ClassTables>> MakeEncodedClasses(Database& database,
                                                        const FileUnderTest& file,
                                                        const SourceColumns& columns,
                                                        const std::vector<VerifiedColumn>& claimed,
                                                        Progress& progress);
Result<std::unique_ptr<ClassTables>> MakeSqlClasses(Database& database, const FileUnderTest& file,
                                                    const std::vector<VerifiedColumn>& claimed,
                                                    Progress& progress);

}  // namespace gauze
