#pragma once

#include <functional>
#include <string>

#include "gauze/base/error.h"
#include "gauze/engine/duckdb/database.h"
#include "gauze/verify/open_file.h"
#include "gauze/verify/verdict.h"

namespace gauze {

// For tests: with GAUZE_BOTH_READERS=FILE in the environment, a file that DuckDB alone can read is
// judged by both readers, and what they say is compared. A difference is an error; otherwise the
// rows, classes and claims of the file become a line of FILE.

// Whether `file` is to be judged so.
bool NeedsBothReaders(Database& database, const FileUnderTest& file);

// `judge` is called for each reader. Returns what it says for the fast one, also if both fail.
Result<Verification> JudgeByBoth(
    const FileUnderTest& file,
    const std::function<Result<Verification>(const FileUnderTest&)>& judge);

// What differs, as "the classes" or "the claim k_anonymity(k=5)"; empty if nothing does. Values of
// sums and logarithms may differ by their last digits: they depend on the order of the rows.
std::string DifferenceOf(const Verification& a, const Verification& b);

}  // namespace gauze
