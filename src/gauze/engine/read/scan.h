#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gauze/base/error.h"
#include "gauze/base/progress.h"
#include "gauze/encode/encode.h"
#include "gauze/encode/packing.h"
#include "gauze/encode/record_spool.h"
#include "gauze/engine/duckdb/database.h"
#include "gauze/engine/read/column_encoding.h"
#include "gauze/engine/read/source/source.h"
#include "gauze/policy/policy.h"

namespace gauze {

struct ScanPlan {
  std::vector<ColumnEncoding> encodings;  // one per column of the source
  bool grouped = true;                    // equal rows are counted by the engine
  // Rows come one after the other, not as threads have them ready: where the source ends after the
  // first ones.
  bool in_order = false;
};

// Decides from the first rows: a column that nothing protects and whose values hardly repeat is
// carried, and rows that hardly repeat are not counted beforehand. Neither changes the release,
// only what it costs.
Result<ScanPlan> PlanScan(Database& database, const SourceColumns& columns, const Policy& policy);

// The source as one spool of records. Codes in it are ids: 0 for NULL, else 1 + the position of the
// spelling in `columns`.
struct Scanned {
  std::vector<SpelledColumn> columns;     // all that are read, in the source's order
  std::vector<ColumnEncoding> encodings;  // the same
  Packing packing;                        // of the ids; a carried column has no bits
  RecordSpool spool;
};

// Where the spool may go when it takes more than so much memory.
struct SpoolPlace {
  std::string file;
  std::uint64_t memory_bytes = ~std::uint64_t{0};
};

// Reads the view `source` once.
// Fails when there is no row at all, and when a carried cell is not of its column's type.
Result<Scanned> Scan(Database& database, const SourceColumns& columns, const ScanPlan& plan,
                     const Policy& policy, const SpoolPlace& place, Progress& progress);

// The first row (from 1) whose cell has one of these spellings: for error messages.
std::optional<std::uint64_t> LocateSpelling(Database& database, const std::string& column,
                                            const std::vector<std::string>& spellings);

}  // namespace gauze
