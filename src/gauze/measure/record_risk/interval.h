#pragma once

#include <algorithm>

// Sums of non-negative terms, rounded outwards without touching the processor's rounding mode.
//
// A term is a product and sum of at most 63 + 63 factors and weights, none of them subtracted, so
// its relative error is below 300 * 2^-53. Widening it by 2^-44 = 512 * 2^-53 covers that. Where
// something is subtracted, the margin is taken of the larger operand (Minus). Adding a term errs by
// 2^-53 of the sum; widening by 2^-50 covers that and the widening itself.

namespace gauze::risk {

constexpr double kTermMargin = 0x1p-44;
constexpr double kSumMargin = 0x1p-50;

struct Interval {
  double lo = 0;
  double hi = 0;

  void Add(double low, double high) {
    lo = (lo + low * (1 - kTermMargin)) * (1 - kSumMargin);
    hi = (hi + high * (1 + kTermMargin)) * (1 + kSumMargin);
  }
  // A value that may have lost `margin` to cancellation.
  void AddSigned(double value, double margin) {
    // The sum is never negative, so a negative lower bound only says nothing.
    lo = std::max(0.0, lo + (value - margin) - lo * kSumMargin);
    hi = hi + (value + margin) + hi * kSumMargin;
  }
  double middle() const { return 0.5 * (lo + hi); }
  double width() const { return hi - lo; }
};

// larger - smaller, both non-negative terms.
inline Interval Minus(double larger, double smaller) {
  const double margin = larger * kTermMargin;
  return {std::max(0.0, larger - smaller - margin), std::max(0.0, larger - smaller + margin)};
}

}  // namespace gauze::risk
