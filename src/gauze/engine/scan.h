#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gauze/base/error.h"
#include "gauze/base/progress.h"
#include "gauze/engine/database.h"
#include "gauze/engine/source.h"
#include "gauze/policy/encode.h"
#include "gauze/policy/policy.h"
#include "gauze/table/packing.h"
#include "gauze/table/pile.h"

namespace gauze {

// How a column of the source travels.
enum class Travel : std::uint8_t {
  kDropped,  // never leaves the source
  kCoded,    // as an id into a dictionary of its spellings
  kKey,      // carried as one number (OrderKey)
  kText,     // carried as text
};

struct ScanPlan {
  std::vector<Travel> travel;  // one a column of the source
  bool grouped = true;         // equal rows are counted by the engine
};

// Decides from the first rows: a column that nothing protects and whose values hardly repeat is
// carried, and rows that hardly repeat are not counted beforehand. Neither changes the release,
// only what it costs.
Result<ScanPlan> PlanScan(Database& database, const SourceColumns& columns, const Policy& policy);

// The source as one pile of records. Codes in it are ids: 0 for NULL, else 1 + the position of the
// spelling in `columns`.
struct Scanned {
  std::vector<SpelledColumn> columns;  // all that travel, in the source's order
  std::vector<Travel> travel;          // the same
  Packing packing;                     // of the ids; a carried column has no bits
  Pile pile;
};

// Where the pile may go when it takes more than so much memory.
struct PilePlace {
  std::string file;
  std::uint64_t memory_bytes = ~std::uint64_t{0};
};

// Reads the view `source` once.
// Fails when there is no row at all, and when a carried cell is not of its column's type.
Result<Scanned> Scan(Database& database, const SourceColumns& columns, const ScanPlan& plan,
                     const Policy& policy, const PilePlace& place, Progress& progress);

// The first row (from 1) whose cell has one of these spellings: for error messages.
std::optional<std::uint64_t> LocateSpelling(Database& database, const std::string& column,
                                            const std::vector<std::string>& spellings);

}  // namespace gauze
