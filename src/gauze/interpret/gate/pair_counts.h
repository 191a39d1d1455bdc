#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace gauze {

// A number for each pair (row, column) of a table that is often small and sometimes mostly empty:
// one block of memory if it fits the cache, a hash table otherwise. All are 0 at first.
class PairCounts {
 public:
  PairCounts(std::size_t rows, std::size_t columns) : columns_(columns) {
    constexpr std::size_t kDense = 1U << 20U;
    if (columns == 0 || rows <= kDense / columns) dense_.assign(rows * columns, 0);
  }

  std::uint32_t& At(std::size_t row, std::size_t column) {
    const std::uint64_t key = std::uint64_t{row} * columns_ + column;
    return dense_.empty() ? sparse_[key] : dense_[key];
  }

  // Those that are not 0, as function(row, column, number); in rising order only if dense.
  template <typename Function>
  void ForEach(const Function& function) const {
    for (std::size_t key = 0; key < dense_.size(); ++key) {
      if (dense_[key] != 0) function(key / columns_, key % columns_, dense_[key]);
    }
    for (const auto& [key, number] : sparse_) function(key / columns_, key % columns_, number);
  }

 private:
  std::size_t columns_;
  std::vector<std::uint32_t> dense_;
  std::unordered_map<std::uint64_t, std::uint32_t> sparse_;
};

}  // namespace gauze
