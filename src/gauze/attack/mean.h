#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace gauze {

// The mean of independent numbers, and how far it may be off.
class Mean {
 public:
  void Add(double value) {
    ++count_;
    sum_ += value;
    squares_ += value * value;
  }

  std::uint64_t count() const { return count_; }
  double mean() const { return sum_ / static_cast<double>(count_); }
  double standard_error() const { return std::sqrt(Variance() / static_cast<double>(count_)); }

  // The true mean is below this once in 10^9 times, if numbers are from 0 to `most` and there are
  // at least two. Standard errors alone would not do: wins may be so frequent that no loss was
  // seen. A. Maurer, M. Pontil: Empirical Bernstein Bounds and Sample-Variance Penalization, COLT
  // 2009, theorem 4.
  double LowerBound(double most) const {
    constexpr double kDoubt = 21.416413;  // ln(2 * 10^9)
    return mean() - standard_error() * std::sqrt(2 * kDoubt) -
           7 * most * kDoubt / (3 * static_cast<double>(count_ - 1));
  }

 private:
  double Variance() const {
    const auto count = static_cast<double>(count_);
    return count_ < 2 ? 0 : std::max(0.0, (squares_ - sum_ * sum_ / count) / (count - 1));
  }

  std::uint64_t count_ = 0;
  double sum_ = 0;
  double squares_ = 0;
};

}  // namespace gauze
