#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "gauze/base/error.h"
#include "gauze/policy/policy.h"
#include "gauze/table/raw_table.h"
#include "gauze/taxonomy/coded_table.h"

namespace gauze {

// Finds the first row (from 1) of the input whose cell in `column` has one of these spellings; for
// error messages only.
using LocateRow = std::function<std::optional<std::uint64_t>(
    const std::string& column, const std::vector<std::string>& spellings)>;

// From spellings to codes: missing cells by the policy's rules, values by their declared type,
// domains in canonical order, hierarchies read or built and laid over them, equal tuples merged,
// tuples sorted. The result depends on the set of rows only, not on their order or spelling.
//
// Fails when a cell is not of its column's type, when a hierarchy does not cover a value, when
// missing cells are rejected, or when a quasi-identifier holds the mark "*".
Result<CodedTable> Encode(RawTable raw, const Policy& policy, const LocateRow& locate);

// Dropped columns never leave the input file.
bool IsRead(Role role);

// The taxonomy that the policy gives a column: from its file or builder, or, for a column without
// one, all values under the root.
Result<Taxonomy> MakeTaxonomy(const HierarchySource& source, const ColumnValues& column,
                              const std::string& where);

}  // namespace gauze
