#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "gauze/table/domain.h"

namespace gauze::channels {

// Values with how often each occurs, in the order of their codes; none occurs 0 times.
using Multiset = std::vector<std::pair<Code, std::uint64_t>>;

// All of both: classes of one release have no row in common.
Multiset Sum(const Multiset& a, const Multiset& b);
// What is left of `a` without `b`; what `a` lacks does not count.
Multiset Less(const Multiset& a, const Multiset& b);
// Of each value the smaller number.
Multiset Common(const Multiset& a, const Multiset& b);

// All of many, at the cost of their values and of the largest code.
class Total {
 public:
  void Add(const Multiset& values);
  Multiset Values() const;

 private:
  std::vector<std::uint64_t> rows_;  // one per code
};

std::uint64_t RowsOf(const Multiset& values);
std::uint64_t CountOf(const Multiset& values, Code value);

}  // namespace gauze::channels
