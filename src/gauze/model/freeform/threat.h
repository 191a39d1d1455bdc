#pragma once

#include <cstdint>
#include <utility>

#include "gauze/base/ratio.h"

namespace gauze::freeform {

// How likely an attack finds something sensitive: an exact fraction. Parts are below 2^126.
struct Threat {
  Wide numerator = 0;
  Wide denominator = 1;

  double ToDouble() const {
    return static_cast<double>(numerator) / static_cast<double>(denominator);
  }
};

// Exact for all parts: where cross-multiplying could overflow, whole parts are compared, then the
// inverses of what is left, as in Euclid's algorithm.
inline bool operator<(Threat a, Threat b) {
  constexpr Wide kHalf = Wide{1} << 62U;
  while (a.numerator >= kHalf || a.denominator >= kHalf || b.numerator >= kHalf ||
         b.denominator >= kHalf) {
    const Wide whole_a = a.numerator / a.denominator;
    const Wide whole_b = b.numerator / b.denominator;
    if (whole_a != whole_b) return whole_a < whole_b;
    const Wide rest_a = a.numerator % a.denominator;
    const Wide rest_b = b.numerator % b.denominator;
    if (rest_b == 0) return false;
    if (rest_a == 0) return true;
    // rest_a / a < rest_b / b exactly if b / rest_b < a / rest_a.
    const Threat inverse_a{.numerator = a.denominator, .denominator = rest_a};
    a = {.numerator = b.denominator, .denominator = rest_b};
    b = inverse_a;
  }
  return a.numerator * b.denominator < b.numerator * a.denominator;
}

inline bool operator==(const Threat& a, const Threat& b) { return !(a < b) && !(b < a); }

inline Threat ThreatOf(const Ratio& ratio) {
  return {.numerator = ratio.numerator, .denominator = ratio.denominator};
}

}  // namespace gauze::freeform
