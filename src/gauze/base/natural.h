#pragma once

#include <compare>
#include <cstdint>
#include <vector>

namespace gauze {

// A whole number from 0 on of any size, for sums of fractions whose common denominator does not fit
// into a machine word. Plain schoolbook arithmetic: it decides what cheaper numbers leave open.
class Natural {
 public:
  Natural(std::uint64_t value = 0);  // NOLINT: stands in for a number

  Natural& operator+=(const Natural& other);
  Natural& operator-=(const Natural& other);  // `other` is not larger
  friend Natural operator*(const Natural& a, const Natural& b);
  // Rounded down; `divisor` is not 0.
  Natural& operator/=(std::uint64_t divisor);
  std::uint64_t operator%(std::uint64_t divisor) const;

  friend bool operator==(const Natural& a, const Natural& b) = default;
  friend std::strong_ordering operator<=>(const Natural& a, const Natural& b);

  // 0 has none, 1 has one, 4 has three.
  int bits() const;

 private:
  std::vector<std::uint64_t> words_;  // lowest first; the highest is not 0
};

}  // namespace gauze
