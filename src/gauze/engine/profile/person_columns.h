#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "gauze/base/error.h"
#include "gauze/engine/duckdb/database.h"

namespace gauze {

// The name says that a column tells persons apart: "patient_nbr", "MemberID", "mrn". A guess.
bool NamesPersons(std::string_view column);

// Whether a column with so many cells and different values repeats as persons with several rows
// make it: by its name, if any value repeats; otherwise there are many values, few rows to each,
// and more that repeat than chance gives two persons the same.
bool RepeatsLikePersons(std::string_view column, std::uint64_t cells, std::uint64_t values);

// Those of the columns that do, by the first million rows of the view.
Result<std::vector<std::string>> RepeatingPersons(Database& database, const std::string& view,
                                                  const std::vector<std::string>& columns);

}  // namespace gauze
