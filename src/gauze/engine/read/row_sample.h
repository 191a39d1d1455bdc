#pragma once

#include <cstdint>
#include <string>

namespace gauze {

// Rows to look at where a table has too many: about kMost of them, chosen by their numbers
// (NumberRows in source.h) and nothing else, so whoever chooses gets the same. Weyl's sequence:
// nearly every n-th row, but in step with nothing.
class RowSample {
 public:
  static constexpr std::uint64_t kMost = 100'000;

  // Of a table with so many rows; all of them if they are not more than kMost.
  explicit RowSample(std::uint64_t rows);

  bool is_whole() const { return limit_ == kCycle; }
  bool Has(std::uint64_t row) const { return Weyl(row) < limit_; }
  // The same as SQL, of an expression that is a row's number.
  std::string Condition(const std::string& row) const;

  // An even quarter of any numbers from 0.
  static bool IsInQuarter(std::uint64_t number) { return Weyl(number) < kCycle / 4; }

 private:
  static constexpr std::uint64_t kStep = 2'654'435'761;  // 2^32 by the golden ratio
  static constexpr std::uint64_t kCycle = std::uint64_t{1} << 32U;
  static std::uint64_t Weyl(std::uint64_t row) { return row % kCycle * kStep % kCycle; }

  std::uint64_t limit_ = kCycle;
};

}  // namespace gauze
