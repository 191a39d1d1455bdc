#pragma once

#include <string>
#include <utility>
#include <vector>

#include "gauze/policy/personal_section.h"
#include "gauze/verify/verify.h"

namespace gauze {

// A column of a release that shows aliases or grades, as its reader knows it.
struct DisguisedColumn {
  PersonalSection::Column column;
  std::vector<std::string> hidden;  // columns that the file must not have
  // Of a safe column: each value and the name of the node right above it; "" is missing. Only
  // needed beside a source.
  std::vector<std::pair<std::string, std::string>> above;
};

// The view that a release was made from.
struct DisguisedSource {
  std::string view;
  std::vector<std::string> missing_markers;
  int missing_choice = 0;
};

// Cells of the column that are neither a well-formed alias nor a value that may be shown; or no
// grade of any category. SQL over the finished file alone.
//
// With `source`, the file is compared with it, in SQL of its own: no value, and no name of a node
// (safe), is shown more often than by people who chose to show it, and if no row was withheld not
// less often either, every pair of value and choice (literal) or every node (safe) has exactly one
// alias, and every category has its people and the mean grade that the paper's formula gives.
Result<Verdict> VerifyDisguise(Database& database, const FileUnderTest& file,
                               const DisguisedColumn& disguised, const DisguisedSource* source);

}  // namespace gauze
