#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>

#include "gauze/engine/read/row_sample.h"
#include "gauze/engine/read/spelled_cells.h"
#include "gauze/table/released_table.h"

namespace gauze {

// Columns of a release by name: the rows that RowSample has of its files, in order.
using SampledRelease = std::map<std::string, SpelledCells>;

// Takes the sample of a release while it is written. To find it in the files afterwards, all of
// them have to be decompressed.
class ReleaseSample {
 public:
  // Of a release with so many rows. A file has at most `rows_per_file`.
  ReleaseSample(std::uint64_t rows, std::uint64_t rows_per_file);

  void Take(const ReleasedTable& table);
  // Null if other rows came than were expected.
  std::shared_ptr<const SampledRelease> Finish();

 private:
  // Groups of the table by their place, as often as rows of them are in the sample.
  std::vector<std::size_t> TakenGroups(const ReleasedTable& table);

  RowSample sample_;
  std::uint64_t rows_;
  std::uint64_t rows_per_file_;
  std::uint64_t seen_ = 0;
  std::map<std::string, CellSpeller> columns_;
};

}  // namespace gauze
