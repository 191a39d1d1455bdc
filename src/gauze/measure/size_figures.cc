#include "gauze/measure/size_figures.h"

namespace gauze {
namespace {

// Size of the class at this place, from 0, in ascending order.
double SizeAt(const SizeCounts& sizes, std::uint64_t place) {
  for (const auto& [size, classes] : sizes) {
    if (place < classes) return static_cast<double>(size);
    place -= classes;
  }
  return 0;
}

}  // namespace

double MedianSize(const SizeCounts& sizes) {
  std::uint64_t all = 0;
  for (const auto& [size, classes] : sizes) all += classes;
  return (SizeAt(sizes, (all - 1) / 2) + SizeAt(sizes, all / 2)) / 2;
}

std::uint64_t RowsInSmaller(const SizeCounts& sizes, std::uint64_t cell) {
  std::uint64_t rows = 0;
  for (const auto& [size, classes] : sizes) rows += size < cell ? size * classes : 0;
  return rows;
}

}  // namespace gauze
