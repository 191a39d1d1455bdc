#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gauze/engine/duckdb/database.h"

namespace gauze::labels {

using Cell = std::optional<std::string>;

// The different rows of a view, with cells as numbers of texts. Both are sorted, so they are the
// same in every run. Memory: 4 bytes a cell of a different row, and each text once; twice that, and
// about 50 bytes a different row, while they are read.
struct CodedRows {
  struct Column {
    std::vector<Cell> texts;
    std::vector<std::uint64_t> rows;  // by text
  };

  std::vector<Column> columns;
  std::vector<std::uint32_t> cells;  // columns.size() to a row, one row after the other
  std::vector<std::uint64_t> rows;   // how many are equal to each

  std::size_t size() const { return rows.size(); }
  std::uint32_t At(std::size_t row, std::size_t column) const {
    return cells[row * columns.size() + column];
  }
};

// `expressions` and `count`, how many rows each stands for, are SQL over the view. At most `most`
// different rows, a sample that is the same in every run; 0: all. A stage of 100 tells how much is
// read.
Result<CodedRows> ReadCodedRows(Database& database, const std::string& view,
                                const std::vector<std::string>& expressions,
                                const std::string& count, std::uint64_t most, Progress& progress);

}  // namespace gauze::labels
