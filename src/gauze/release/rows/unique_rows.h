#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "gauze/base/once_counter.h"
#include "gauze/engine/profile/singling_sets.h"
#include "gauze/engine/profile/uniqueness.h"
#include "gauze/table/released_table.h"

// Who can be singled out in a release, counted while it is written: to read it again for that takes
// as long as to make it. `gauze measure` and reports count in the files
// (engine/profile/uniqueness.h).

namespace gauze {

// About kSearchedRows rows of a release, region by region: sets of columns are looked for in them.
class SearchedRows {
 public:
  // There will be at most so many rows.
  explicit SearchedRows(std::uint64_t rows);

  // Rows at equal distances, of groups of equal rows at least two; as bytes.
  std::string Take(const ReleasedTable& table) const;

  // What was taken of all regions: a number for each cell, column by column.
  static std::vector<NumberedCells> Join(const std::vector<std::string>& taken);

 private:
  std::uint64_t distance_;
};

class UniqueRowCounter {
 public:
  // For a release with so many rows. Sets are looked for in `searched`.
  UniqueRowCounter(std::vector<std::string> sensitive, std::uint64_t rows,
                   std::vector<NumberedCells> searched);

  // All rows, in pieces. Equal rows may be in several.
  void Add(const ReleasedTable& piece);
  Uniqueness Finish();

 private:
  // Columns that are looked at together.
  struct Combination {
    UniqueRows unique;
    std::vector<std::size_t> columns;
    OnceCounter counter;
  };
  // Hashes of a dictionary, while tables share it.
  struct Hashes {
    std::shared_ptr<const std::vector<Value>> values;
    std::vector<std::uint64_t> of_value;  // one more for a missing cell
  };

  void Start(const ReleasedTable& piece);
  Combination Combine(const ReleasedTable& piece, std::vector<std::size_t> columns) const;
  void HashColumn(const ReleasedTable& piece, std::size_t column, std::size_t begin,
                  std::size_t end);
  void Count(const ReleasedTable& piece, std::size_t begin, std::size_t end,
             Combination& combination) const;

  std::vector<std::string> sensitive_;
  std::uint64_t rows_;
  std::uint64_t one_in_;
  std::vector<NumberedCells> searched_;
  std::vector<Combination> combinations_;  // all columns, then those that are not sensitive, if any
  bool has_open_ = false;
  std::vector<Hashes> hashes_;                     // by column
  std::vector<std::vector<std::uint64_t>> cells_;  // by column: of some groups
};

}  // namespace gauze
