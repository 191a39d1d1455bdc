#pragma once

#include <duckdb.h>

#include <cstdint>
#include <optional>
#include <string_view>

#include "gauze/engine/arrow/arrow_positions.h"

namespace gauze {

// Private to engine/: what a column of plain values is, and how its cells get into a vector of
// DuckDB.
struct ArrowForm {
  // Returns what is wrong, or nullptr.
  using Fill = const char* (*)(const ArrowForm& form, const ArrowPositions& positions,
                               duckdb_vector vector);
  duckdb_type type = DUCKDB_TYPE_INVALID;
  Fill fill = nullptr;
  std::int64_t times = 1;    // DuckDB's unit of time is so many times finer than Arrow's
  std::int64_t divided = 1;  // … or coarser
  std::uint8_t width = 0;    // digits of decimals, and how many behind the point
  std::uint8_t scale = 0;
  std::int64_t bytes = 0;  // of cells that have all the same
};

// For a format of Arrow's C data interface; nothing for what is left to DuckDB.
std::optional<ArrowForm> FormOfFormat(std::string_view format);

// Texts and bytes, which stay where they are (arrow_texts.cc).
const char* FillStrings(const ArrowForm& form, const ArrowPositions& positions,
                        duckdb_vector vector);
const char* FillLargeStrings(const ArrowForm& form, const ArrowPositions& positions,
                             duckdb_vector vector);
const char* FillViews(const ArrowForm& form, const ArrowPositions& positions, duckdb_vector vector);
const char* FillFixed(const ArrowForm& form, const ArrowPositions& positions, duckdb_vector vector);

// Calls put(row, position) for cells that are there, and marks the others missing.
template <typename Put>
void ForCells(const ArrowPositions& positions, duckdb_vector vector, const Put& put) {
  std::uint64_t* valid = nullptr;
  for (std::size_t row = 0; row < positions.at.size(); ++row) {
    if (positions.at[row] >= 0) {
      put(row, positions.at[row]);
      continue;
    }
    if (valid == nullptr) {
      duckdb_vector_ensure_validity_writable(vector);
      valid = duckdb_vector_get_validity(vector);
    }
    duckdb_validity_set_row_invalid(valid, row);
  }
}

}  // namespace gauze
