#pragma once

#include <cstdint>

#include "gauze/engine/profile/profile.h"

// Private to engine/.

namespace gauze {

// Fills in person_key and constant_columns of the columns whose values repeat as persons with
// several rows do (person_columns.h): its name says so, or two columns are constant by it. A column
// is constant by a key if it is the same in all rows of 99 of 100 of its values that repeat:
// somebody always has two birth dates. Columns in which most rows are the same anyway do not count.
// Needs the rows of the profile.
void FindPersonKeys(Profile& profile);

}  // namespace gauze
