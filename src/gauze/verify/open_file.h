#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gauze/base/error.h"
#include "gauze/engine/duckdb/database.h"
#include "gauze/engine/read/source/source.h"
#include "gauze/policy/policy.h"

namespace gauze {

// How the rows of a file get to the verifier. What the two share is in docs/verify.md.
enum class Reader : std::uint8_t {
  kFast,  // by what reads the input of a run: our CSV reader, and ids instead of spellings
  kSql,   // by DuckDB alone, cells as text: slower, and none of our code reads, codes or groups
};

// "fast" and "sql", and back.
const std::vector<std::string>& ReaderNames();
std::optional<Reader> ReaderFromName(std::string_view name);

struct FileUnderTest {
  std::vector<std::string> paths;
  CsvDialect dialect;  // empty: sniffed
  std::vector<std::string> quasi_identifiers;
  std::vector<std::string> missing_markers;  // spellings of "no value", besides empty and NULL
  std::string person_column;                 // empty: every row is a person
  std::uint64_t id_bytes = 1ULL << 30U;      // memory for ids of quasi-identifiers' spellings
  bool locate = false;                       // find a row of the worst classes: one more scan
  Reader reader = Reader::kFast;
};

// Opens the file as the view `view`, by the file's reader. DuckDB alone reads no table in memory,
// and no file whose rows say how often they occur (kCountColumn).
Result<SourceColumns> OpenFile(Database& database, const FileUnderTest& file,
                               const std::string& view);

// Every wanted column is in the file. Names are suggested only if at least one is: otherwise the
// file may have no header, and its "names" are cells.
Status CheckNamed(const std::vector<std::string>& wanted, const SourceColumns& columns,
                  const std::string& path);

}  // namespace gauze
