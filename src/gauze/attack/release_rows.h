#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "gauze/attack/attack.h"
#include "gauze/engine/duckdb/database.h"
#include "gauze/engine/read/source/source.h"

namespace gauze {

// Rows of a release that show the same labels.
struct ReleasedClass {
  std::vector<std::size_t> labels;  // by quasi-identifier: index into ReleaseRows::labels
  std::uint64_t rows = 0;
  // By shown column: number of a value, and rows that have it.
  std::vector<std::vector<std::pair<std::size_t, std::uint64_t>>> values;
};

// A release as an adversary reads it.
struct ReleaseRows {
  std::vector<const PolicyAttribute*> quasi_identifiers;
  std::vector<std::vector<std::optional<std::string>>> labels;  // different ones, by column
  std::vector<std::vector<std::optional<std::string>>> values;  // the same of the shown columns
  std::vector<ReleasedClass> classes;
};

// Opens the data of a directory, or a file, as a view. What Gauze writes has commas; of any other
// file the dialect may be said.
Result<SourceColumns> OpenReleaseAs(Database& database, const std::string& release,
                                    const CsvDialect& dialect, const std::string& view);
// The same of the attack's release, as the view `released`.
Result<SourceColumns> OpenRelease(Database& database, const AttackInput& input);
// The original as the view `original`; what the adversary knows the distribution of values from as
// the view `known`.
Result<SourceColumns> OpenOriginal(Database& database, const AttackInput& input);
Result<SourceColumns> OpenKnown(Database& database, const AttackInput& input);
// The release, or the original, has this column.
Status RequireColumn(const SourceColumns& columns, const std::string& name,
                     const std::string& file);

// What the release shows of a quasi-identifier, as an SQL expression over the view: its column, or
// the two columns of a range read as one.
Result<std::string> LabelExpression(const SourceColumns& columns, const PolicyAttribute& attribute,
                                    const AttackInput& input);

// The quasi-identifiers of the policy, and the columns that are `shown` beside them.
Result<ReleaseRows> ReadRelease(Database& database, const AttackInput& input,
                                const std::vector<std::string>& shown);

// All values of a column of a view with their counts, in the order of their type.
Result<ColumnValues> ValuesOf(Database& database, const PolicyAttribute& attribute,
                              const Policy& policy, const std::string& view = "original");

}  // namespace gauze
