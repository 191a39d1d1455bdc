#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "gauze/base/error.h"
#include "gauze/engine/duckdb/database.h"

namespace gauze {

// What to join: views of the data and of the table of choices (entity, attribute, choice).
struct ChoiceJoin {
  std::string entity;                                        // column of the data
  int missing = 0;                                           // the choice of people who made none
  std::vector<std::pair<std::string, std::string>> columns;  // attribute, its column of choices
  std::vector<std::string> missing_markers;
  std::string file;  // of the choices, for errors
};

struct ChoiceCounts {
  std::uint64_t rows = 0;       // of the data
  std::uint64_t persons = 0;    // in the data
  std::uint64_t chosen = 0;     // of them, by attribute, who have made a choice
  std::uint64_t strangers = 0;  // persons of the choices who are not in the data
};

// The first wrong row of the view `choices`, as an error.
Status CheckChoices(Database& database, const ChoiceJoin& join);

// Writes the view `source` with the columns of choices to `path`, rows in their order.
Result<ChoiceCounts> WriteWithChoices(Database& database, const ChoiceJoin& join,
                                      const std::string& path, bool parquet);

}  // namespace gauze
