#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gauze/base/progress.h"
#include "gauze/engine/read/source/source.h"
#include "gauze/engine/write/release_sample.h"
#include "gauze/policy/policy.h"
#include "gauze/report/evidence/bins.h"

namespace gauze::report {

// Original and release, row by row, in bins: what distributions, dependence and learning are
// counted from. Both are whole, or a sample where they have too many rows (RowSample), the same in
// two reports of one release. One pass over each file, 1 byte per cell.
class SampledColumns {
 public:
  struct Column {
    const PolicyAttribute* attribute = nullptr;
    Bins bins;
    std::vector<std::uint8_t> original;   // place of each row
    std::vector<std::uint32_t> released;  // label of each row
    std::vector<Spread> labels;           // where a label counts
    std::vector<std::string> texts;       // of labels; "" for no value
  };
  struct LeftOut {
    std::string attribute;
    std::string why;
  };
  struct Request {
    std::string release;  // directory
    const Policy& policy;
    std::uint64_t rows_in = 0;  // of the original
    std::uint64_t rows = 0;     // of the release
    // Of the release; null: its files are read.
    const SampledRelease* kept = nullptr;
    unsigned threads = 0;
  };

  // `request.policy` must outlive it. Fails if the original has other columns or cells than the
  // policy says.
  static Result<SampledColumns> Read(const Request& request, Progress& progress);

  const std::vector<Column>& columns() const { return columns_; }
  const std::vector<LeftOut>& left_out() const { return left_out_; }
  std::uint64_t original_rows() const { return original_rows_; }
  std::uint64_t released_rows() const { return released_rows_; }

  // Rows of the original's sample that a model is tried on and not trained on: a quarter.
  static bool IsHeldOut(std::uint64_t row) { return RowSample::IsInQuarter(row); }

 private:
  // The cells of a view's sample.
  static Result<std::vector<SpelledCells>> Take(Database& database, const SourceColumns& columns,
                                                const std::string& view,
                                                const std::vector<std::string>& cells,
                                                std::uint64_t rows, Progress& progress);
  // Both states of a column in the same bins.
  static Result<Column> Place(const Policy& policy, const PolicyAttribute& attribute,
                              const SpelledCells& original, const SpelledCells& released);

  std::vector<Column> columns_;
  std::vector<LeftOut> left_out_;
  std::uint64_t original_rows_ = 0;
  std::uint64_t released_rows_ = 0;
};

}  // namespace gauze::report
