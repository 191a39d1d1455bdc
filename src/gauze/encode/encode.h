#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gauze/base/error.h"
#include "gauze/policy/policy.h"
#include "gauze/table/raw_table.h"
#include "gauze/taxonomy/coded_table.h"

namespace gauze {

// Finds the first row (from 1) of the input whose cell in `column` has one of these spellings; for
// error messages only.
using LocateRow = std::function<std::optional<std::uint64_t>(
    const std::string& column, const std::vector<std::string>& spellings)>;

// Spellings of one column as the input has them, in any order, with the rows that have each.
struct SpelledColumn {
  std::string name;
  std::vector<std::string> values;
  std::vector<std::uint64_t> rows;  // one per spelling
  std::uint64_t null_rows = 0;
  // How many spellings at the end count though no row may have them, an empty one for missing.
  // Others without rows are in a dictionary of the file, and nobody has them.
  std::size_t known = 0;
};

// From spellings to codes.
struct Encoding {
  CodedTable coded;                        // domains, hierarchies, totals; no tuples yet
  std::vector<std::vector<Code>> code_of;  // [column][spelling]; one more at the end for NULL
};

// Missing cells by the policy's rules, values by their declared type, domains in canonical order,
// hierarchies read or built and laid over them. Codes depend on the set of rows only, not on
// their order or spelling. A column without any spelling gets an empty domain: it is carried
// beside the tuples (RecordShape) or has no value at all.
//
// Fails when a cell is not of its column's type, when a hierarchy does not cover a value, when
// missing cells are rejected, or when a quasi-identifier holds the mark "*".
Result<Encoding> EncodeColumns(std::vector<SpelledColumn> columns, const Policy& policy,
                               const LocateRow& locate);

// The same for a small table that is in memory already; equal tuples are merged, tuples sorted.
Result<CodedTable> Encode(RawTable raw, const Policy& policy, const LocateRow& locate);

// A cell that stands for "no value".
bool IsMissing(const Policy& policy, std::string_view spelling);

// The error for cells that are not of their column's type; spellings in any order.
tl::unexpected<Error> UnreadableCells(const Attribute& attribute, std::uint64_t rows,
                                      std::vector<std::string> spellings, const LocateRow& locate);

// Dropped columns never leave the input file: identifying ones, and choices that nobody asks for.
bool IsRead(const Policy& policy, const Attribute& attribute);

// The taxonomy that the policy gives a column: from its file or builder, or, for a column without
// one, all values under the root.
Result<Taxonomy> MakeTaxonomy(const HierarchySource& source, const ColumnValues& column,
                              const std::string& where);

}  // namespace gauze
