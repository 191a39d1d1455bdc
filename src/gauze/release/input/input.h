#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "gauze/base/progress.h"
#include "gauze/encode/distinct_counter.h"
#include "gauze/encode/packing.h"
#include "gauze/encode/record_spool.h"
#include "gauze/engine/duckdb/database.h"
#include "gauze/engine/read/scan.h"
#include "gauze/engine/read/source/source.h"
#include "gauze/policy/policy.h"
#include "gauze/taxonomy/coded_table.h"

namespace gauze {

// A column of no file: which row of the source a row was.
inline constexpr const char* kRowNumber = "row number of the source";

// The source, read once and encoded.
struct Input {
  CodedTable schema;  // attributes, domains, hierarchies and totals; no tuples
  std::uint64_t rows = 0;
  // Different rows by all columns that are coded, and different combinations of quasi-identifiers.
  // The spool has at least as many records: equal rows may come one by one. Not filled by others
  // than ReadInput.
  DistinctCounter distinct_rows;
  DistinctCounter combinations;
  ScanPlan plan;
  Packing packing;                   // of the records' codes
  std::vector<std::size_t> carried;  // attributes beside the tuples: keys, then texts
  // Columns whose values repeat as those of persons do, though the policy names no entity.
  std::vector<std::string> repeating;
  RecordSpool spool;
};

struct InputOptions {
  std::size_t workers = 1;
  // Encoded rows beyond this lie in files in `folder`.
  std::uint64_t memory_bytes = ~std::uint64_t{0};
  std::string folder;
  std::uint64_t sample_rows = 0;  // of the source, its first ones; 0: all
  bool spread = false;            // about so many, from all over the source, instead
  bool row_numbers = false;       // carried beside the tuples, as a column kRowNumber
  // Values that count among those of a column though no row may have them, an empty one for
  // missing: by column.
  std::map<std::string, std::vector<std::string>> known;
};

// From now on the view `source`, and its plain form, have about so many rows, from all over it.
// Nothing changes if that would be all of them.
Status TakeSample(Database& database, std::uint64_t rows, SourceColumns& columns);

// Whether these columns can be released as the policy asks.
Status CheckReleasable(const CodedTable& coded, const Policy& policy);

// Whoever counts rows leaves out columns that are dropped anyway: they are not missed.
void ForgetDropped(const std::vector<std::string>& columns, Policy& policy);

Result<Input> ReadInput(Database& database, const Policy& policy, const InputOptions& options,
                        Progress& progress);

}  // namespace gauze
