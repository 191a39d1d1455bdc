#include "gauze/attack/channels/multiset.h"

#include <algorithm>

namespace gauze::channels {
namespace {

// Goes through the values of both, in order, with how often each occurs in either.
template <typename Combine>
Multiset Merge(const Multiset& a, const Multiset& b, const Combine& combine) {
  Multiset merged;
  merged.reserve(a.size() + b.size());
  auto left = a.begin();
  auto right = b.begin();
  while (left != a.end() || right != b.end()) {
    const bool in_left = right == b.end() || (left != a.end() && left->first <= right->first);
    const bool in_right = left == a.end() || (right != b.end() && right->first <= left->first);
    const Code value = in_left ? left->first : right->first;
    const std::uint64_t rows = combine(in_left ? left->second : 0, in_right ? right->second : 0);
    if (rows > 0) merged.emplace_back(value, rows);
    if (in_left) ++left;
    if (in_right) ++right;
  }
  return merged;
}

}  // namespace

Multiset Sum(const Multiset& a, const Multiset& b) {
  return Merge(a, b, [](std::uint64_t x, std::uint64_t y) { return x + y; });
}

Multiset Less(const Multiset& a, const Multiset& b) {
  return Merge(a, b, [](std::uint64_t x, std::uint64_t y) { return x > y ? x - y : 0; });
}

Multiset Common(const Multiset& a, const Multiset& b) {
  return Merge(a, b, [](std::uint64_t x, std::uint64_t y) { return std::min(x, y); });
}

void Total::Add(const Multiset& values) {
  if (!values.empty() && values.back().first >= rows_.size()) {
    rows_.resize(std::size_t{values.back().first} + 1);
  }
  for (const auto& [value, rows] : values) rows_[value] += rows;
}

Multiset Total::Values() const {
  Multiset values;
  values.reserve(static_cast<std::size_t>(
      std::ranges::count_if(rows_, [](std::uint64_t rows) { return rows > 0; })));
  for (Code value = 0; value < rows_.size(); ++value) {
    if (rows_[value] > 0) values.emplace_back(value, rows_[value]);
  }
  return values;
}

std::uint64_t RowsOf(const Multiset& values) {
  std::uint64_t rows = 0;
  for (const auto& [value, count] : values) rows += count;
  return rows;
}

std::uint64_t CountOf(const Multiset& values, Code value) {
  const auto found =
      std::ranges::lower_bound(values, value, {}, &std::pair<Code, std::uint64_t>::first);
  return found != values.end() && found->first == value ? found->second : 0;
}

}  // namespace gauze::channels
