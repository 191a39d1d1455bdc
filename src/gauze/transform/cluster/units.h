#pragma once

#include <cstdint>
#include <vector>

#include "gauze/table/table.h"

namespace gauze::cluster {

// What is clustered: tuples that are alike. Where models only count rows, all tuples with the same
// quasi-identifiers are one unit; otherwise each is one of its own (`by_tuple`), so that different
// sensitive values can part. Values are ranks among those that occur, in the order of their codes,
// so a small region of a large domain needs little room.
struct Units {
  Units(const Table& table, const std::vector<std::size_t>& quasi_identifiers, bool by_tuple);

  std::size_t size() const { return rows.size(); }
  std::uint32_t RankOf(std::uint32_t unit, std::size_t qi) const {
    return ranks[unit * width + qi];
  }

  // Puts the units into this order, which names each of them once.
  void Reorder(const std::vector<std::uint32_t>& order);

  std::size_t width;                     // quasi-identifiers
  std::vector<std::vector<Code>> codes;  // per quasi-identifier: rank -> code
  std::vector<std::uint32_t> ranks;      // [unit * width + quasi-identifier]
  std::vector<std::uint64_t> rows;       // one per unit
  std::vector<std::uint32_t> tuples;     // unit by unit, ascending in each
  std::vector<std::uint32_t> begin;      // into tuples; one more than there are units
};

}  // namespace gauze::cluster
