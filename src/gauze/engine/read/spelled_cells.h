#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "gauze/base/progress.h"
#include "gauze/encode/interner.h"
#include "gauze/engine/duckdb/database.h"
#include "gauze/engine/read/numbered_rows.h"
#include "gauze/engine/read/row_sample.h"
#include "gauze/engine/read/source/source.h"

namespace gauze {

// A column as text, each spelling kept once.
struct SpelledCells {
  static constexpr std::uint32_t kNull = ~std::uint32_t{0};

  std::vector<std::string> values;    // as they first come
  std::vector<std::uint64_t> rows;    // by value
  std::uint64_t null_rows = 0;        // without a value
  std::vector<std::uint32_t> of_row;  // index of its value, or kNull
};

// Makes one of cells as they come.
class CellSpeller {
 public:
  void Add(std::string_view cell);
  void AddMissing();
  SpelledCells Finish();

 private:
  using Spellings = Interner<std::string_view>;
  // Its front holds on to it, so it stays where it is.
  std::unique_ptr<Spellings> spellings_ = std::make_unique<Spellings>();
  Spellings::Front front_{*spellings_};
  SpelledCells cells_;
};

// The value of each expression in each of the rows that are in the sample, in the order of their
// numbers.
Result<std::vector<SpelledCells>> ReadSpelledCells(Database& database,
                                                   const std::vector<std::string>& expressions,
                                                   const NumberedRows& rows,
                                                   const RowSample& sample, Progress& progress);

}  // namespace gauze
