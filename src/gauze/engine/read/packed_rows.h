#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gauze/encode/packing.h"
#include "gauze/encode/record_spool.h"
#include "gauze/engine/duckdb/database.h"
#include "gauze/engine/read/column_encoding.h"
#include "gauze/engine/read/source/source.h"
#include "gauze/policy/policy.h"

// Rows that somebody else has coded: a cluster looks codes up and packs them, and knows nothing of
// cells but that they are different.

namespace gauze {

// How a column of this type is carried.
ColumnEncoding CarriedAs(ValueType type);

// The cells of the view's first column, row by row, spelled as Scan spells them.
Result<std::vector<std::optional<std::string>>> SpellCells(Database& database,
                                                           const SourceColumns& columns,
                                                           const Attribute& attribute);

// The column of the view `source` that holds a word of packed codes, as unsigned numbers.
std::string WordColumn(std::size_t word);

// The view `source` as records: its words, its counts if it is counted, and the columns that are
// `carried` beside them, keys before texts. Fails when a carried cell is not of its column's type.
struct PackedColumns {
  const Packing& packing;
  std::vector<const Attribute*> carried;
  std::vector<std::size_t> counted;  // whose codes are counted on the way
};
struct PackedRows {
  RecordSpool spool;
  std::vector<std::vector<std::uint64_t>> rows;  // of counted columns, by code; may end early
};
Result<PackedRows> ReadPacked(Database& database, const SourceColumns& source,
                              const PackedColumns& columns, const Policy& policy);

}  // namespace gauze
