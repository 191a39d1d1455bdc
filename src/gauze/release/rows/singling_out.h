#pragma once

#include <optional>
#include <string>
#include <vector>

#include "gauze/base/json.h"
#include "gauze/base/progress.h"
#include "gauze/engine/profile/uniqueness.h"
#include "gauze/measure/measure.h"
#include "gauze/policy/policy.h"

// Who can be singled out by released columns, whatever roles the columns have. Promises are about
// quasi-identifiers, and a wrong role makes them hold and mean nothing: this does not go by roles.

namespace gauze {

// Columns that a manifest or a policy calls sensitive or quasi_sensitive.
std::vector<std::string> SensitiveColumns(const Policy& policy);
std::vector<std::string> SensitiveColumns(const Json& manifest);

// Of released files. `sets` that have other columns than the files are not taken.
Result<Uniqueness> MeasureUniqueness(Database& database, const std::vector<std::string>& paths,
                                     const CsvDialect& dialect,
                                     const std::vector<std::string>& sensitive, std::uint64_t rows,
                                     Progress& progress,
                                     std::optional<ColumnSets> sets = std::nullopt);

// Of the view `source`, by the columns that a release shows as they are; nothing if there are none.
Result<std::optional<Uniqueness>> UniquenessBefore(Database& database, const Policy& policy,
                                                   std::uint64_t rows, Progress& progress);

// Which columns are spoken of: those of a release, or those of the source that a release shows
// unchanged.
enum class SpokenOf : std::uint8_t { kReleased, kUnchanged };

// {"rows", "all": {"columns", "unique_rows", "share"}, "open", "sets", "one_in", "sentence"}: the
// section `uniqueness` of a manifest.
Json UniquenessJson(const Uniqueness& uniqueness, SpokenOf of);

// For ReleaseShape.
ReleaseShape::SingledOut SingledOutOf(const Uniqueness& uniqueness);

// "12 of 100 rows (12 %) are unique by the 3 released columns that are not sensitive: …"; nothing
// if none is.
std::optional<std::string> UniquenessWarning(const Uniqueness& uniqueness, SpokenOf of);

}  // namespace gauze
