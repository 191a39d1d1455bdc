#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gauze/attack/scene/any_release.h"
#include "gauze/engine/duckdb/database.h"

namespace gauze::labels {

// Of people: at most `most` different ones are taken, the same in every run; 0: all.
struct PeopleTable {
  std::string file;
  std::uint64_t most = 0;
};

// Whether rows that differ in sensitive columns alone are told apart. Where nobody asks for values,
// there are far fewer different people.
enum class Values : std::uint8_t { kRead, kLeftOut };

// Reads files or directories of releases, and tables of people. All releases must have the
// quasi-identifiers of the description; if it names none, those are the columns that all of them
// have and that are nothing else: sensitive, ignored, a count of people, or different in every row.
//
// Time is what DuckDB takes to group rows, and then grows with classes and with different labels,
// which are each read once. Memory holds classes and different people, 4 bytes a cell.
Result<Scene> ReadScene(Database& database, const std::vector<std::string>& releases,
                        const Description& description, const std::vector<PeopleTable>& people,
                        Values values, Progress& progress);

}  // namespace gauze::labels
