#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gauze/base/error.h"
#include "gauze/base/progress.h"
#include "gauze/engine/duckdb/database.h"
#include "gauze/engine/profile/fact_sums.h"
#include "gauze/engine/profile/key_places.h"
#include "gauze/engine/profile/seen_cells.h"
#include "gauze/engine/read/source/source.h"

// Private to engine/: a table read once, for its profile. Each thread keeps what it has seen, and
// count_values.h puts that together.
//
// A value is a key (key_places.h). As long as a thread has met few of a column, a row has the place
// of its key, in 16 bits, and the value is looked at once; of a column with many, a row has the key
// itself, and every row is looked at.

namespace gauze {

// Rows of one thread, of every column either places (from 1; 0: missing) or keys.
struct SeenBlock {
  static constexpr std::size_t kRows = 16'384;
  static constexpr std::uint64_t kMissingKey = 0x6D697373'2E9B4D17U;

  std::vector<std::vector<std::uint16_t>> places;
  std::vector<std::vector<std::uint64_t>> keys;
  std::size_t rows = 0;
};

// What one thread has seen of one column.
struct SeenColumn {
  // With more keys than this, what comes is kept as keys, from the next block on.
  static constexpr std::size_t kMostPlaces = 65'535 - SeenBlock::kRows;

  KeyPlaces places;
  std::vector<std::uint64_t> rows;  // by place
  std::vector<CellFacts> facts;     // by place
  bool wide = false;
  FactSums sums;
  ValueSample sample;
  std::uint64_t missing = 0;
};

struct SeenPart {
  std::vector<SeenColumn> columns;
  std::vector<SeenBlock> blocks;
};

struct SeenRows {
  std::vector<CellForm> forms;  // of the columns: kText, kWhole, kDays, kMicroseconds or kReal
  std::vector<SeenPart> parts;
  bool kept = false;  // every row is in the blocks
  // More values than fit into memory: of those in columns with keys, one in 2^level is here, with
  // all its rows; see IsKept().
  unsigned level = 0;
};

bool IsKept(std::uint64_t key, unsigned level);

struct SeeOptions {
  bool keep_rows = true;           // unless there is no memory for them
  std::uint64_t memory_bytes = 0;  // for what is seen
};

// Reads the view `source`.
Result<SeenRows> SeeRows(Database& database, const SourceColumns& columns,
                         const SeeOptions& options, Progress& progress);

}  // namespace gauze
