#pragma once

#include <string>
#include <vector>

#include "gauze/base/error.h"
#include "gauze/base/progress.h"
#include "gauze/engine/duckdb/database.h"
#include "gauze/policy/policy.h"
#include "gauze/verify/claim.h"
#include "gauze/verify/open_file.h"
#include "gauze/verify/verdict.h"

// Does a file keep a promise? SQL over the file itself. This room cannot include the models or the
// transforms: the conditions arrive as SQL text (docs/adr/0005), so a mistake in the code that made
// a release is not repeated by the code that judges it. Cells get here by one of two readers
// (docs/adr/0026), of which one is DuckDB alone.

namespace gauze {

// An error means that nothing was judged; also that rows got lost on the way (check_sums.h).
Result<Verification> VerifyFile(Database& database, const FileUnderTest& file,
                                const std::vector<Claim>& claims, Progress& progress);

// Number, date or text: what every value of a column can be read as. For files without a policy.
Result<ValueType> GuessColumnType(Database& database, const FileUnderTest& file,
                                  const std::string& column);

// Do two files hold the same rows, in any order, over the columns of the first? For the private
// copy that carries persons.
Result<bool> SameRows(Database& database, const FileUnderTest& released,
                      const FileUnderTest& with_persons);

}  // namespace gauze
