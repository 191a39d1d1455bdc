#pragma once

#include <cstddef>
#include <limits>
#include <vector>

#include "gauze/transform/transform.h"

namespace gauze {

// What the quasi-identifiers of a release have lost (definitions 1), summed over its rows. A range
// is a share of what all printed ranges reach over, which is known when all regions are there: as a
// share of the table's, the sum would tell how far the rows reach that were left out, or that wait
// in a ledger. A category is a share of the table's values (docs/measures.md says what that tells).
class ReleasedLoss {
 public:
  ReleasedLoss() = default;
  // Of a region.
  ReleasedLoss(const CodedTable& coded, const Generalization& generalization);

  void Add(const ReleasedLoss& other);
  // By quasi-identifier (ReleaseShape::loss).
  std::vector<double> Sums() const;

  // For a file, and back. One number for each of so many columns is what ledgers had once: shares
  // of the table, whatever they are of.
  std::vector<double> Numbers() const;
  static ReleasedLoss From(const std::vector<double>& numbers, std::size_t columns);

 private:
  struct Column {
    double shares = 0;  // of rows that print a category or a star
    double widths = 0;  // of rows that print a range, scaled
    double low = std::numeric_limits<double>::max();
    double high = std::numeric_limits<double>::lowest();
  };
  static constexpr std::size_t kNumbers = 4;  // of a column

  std::vector<Column> columns_;
};

}  // namespace gauze
