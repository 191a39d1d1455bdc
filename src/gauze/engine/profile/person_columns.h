#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "gauze/base/error.h"
#include "gauze/engine/duckdb/database.h"

namespace gauze {

// The name says that a column tells persons apart: "patient_nbr", "MemberID", "mrn". A guess.
bool NamesPersons(std::string_view column);

// Those of the columns whose values repeat as those of persons with several rows do: by their name,
// if any value repeats; otherwise there are many values, few rows to each, and more that repeat
// than chance gives two persons the same. Looks at the first million rows of the view.
Result<std::vector<std::string>> RepeatingPersons(Database& database, const std::string& view,
                                                  const std::vector<std::string>& columns);

}  // namespace gauze
