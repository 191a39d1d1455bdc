#pragma once

#include <cstdint>
#include <span>

namespace gauze::ledger {

// A sum of digests of what a table holds: the same in any order, cheap to go on with.
struct TableSum {
  std::uint64_t count = 0;
  std::uint64_t low = 0;
  std::uint64_t high = 0;

  void Add(std::span<const std::uint8_t> digest);
  bool operator==(const TableSum&) const = default;
};

struct TableSums {
  TableSum keys;
  TableSum values;
};

}  // namespace gauze::ledger
