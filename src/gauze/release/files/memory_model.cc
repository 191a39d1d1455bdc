#include "gauze/release/files/memory_model.h"

#include <algorithm>

namespace gauze {
namespace {

constexpr double kSorted = 20;   // of a record while its region is put in order
constexpr double kCell = 10;     // of a tuple, for each column and once more for each QI
constexpr double kCarried = 60;  // of a record, for each column beside the codes

}  // namespace

double RegionBytes(const RegionSize& size, const RowWidth& width) {
  const auto quasi_identifiers = static_cast<double>(width.quasi_identifiers);
  const double sorting = size.records * (2 * size.record_bytes + kSorted);
  const double making =
      size.tuples * (kCell * static_cast<double>(width.columns) +
                     (kCell + static_cast<double>(width.cell_bytes)) * quasi_identifiers) +
      size.units * static_cast<double>(width.unit_bytes) * quasi_identifiers;
  const double carried = size.records * kCarried * static_cast<double>(width.carried);
  return std::max(sorting, making) + carried;
}

double MissingBytes(double region_bytes, const Budget& budget, bool alone) {
  // Of two batches, one is made while the other is written (memory_budget.h).
  const double given = static_cast<double>(alone ? budget.lone : 2 * budget.batch);
  if (region_bytes <= given) return 0;
  return (region_bytes - given) / (alone ? kLoneShare : 2 * kBatchShare);
}

}  // namespace gauze
