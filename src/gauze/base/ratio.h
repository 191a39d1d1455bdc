#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace gauze {

// Wide enough for products of two 64-bit counts and a Ratio's parts.
__extension__ using Wide = __int128;

// A decimal number as it was written (0.2 is 2/10, not the nearest double), so that a threshold of
// a policy is compared with counts exactly, by cross-multiplication.
struct Ratio {
  std::int64_t numerator = 0;
  std::int64_t denominator = 1;  // a power of ten up to 10^9

  // Accepts an optional sign, digits, and at most nine decimals: "5", "0.05", "-1.25". No exponent.
  static std::optional<Ratio> Parse(std::string_view text);

  double ToDouble() const {
    return static_cast<double>(numerator) / static_cast<double>(denominator);
  }
  bool IsInteger() const { return numerator % denominator == 0; }
  // The shortest decimal that parses back to the same number.
  std::string Text() const;
};

}  // namespace gauze
