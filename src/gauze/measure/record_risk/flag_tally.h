#pragma once

#include <array>

#include "gauze/measure/record_risk/index.h"

namespace gauze::risk {

// Sums over flags j with odds o_j, of which n_j rows of a group of g are off the mode.
struct FlagSums {
  double single = 0;       // o / (g - n)
  double odds = 0;         // o
  double odds_off = 0;     // o * n
  double squares_off = 0;  // o^2 * n
  double mean_off = 0;     // n * o / (1 + o)
  double off = 0;          // n

  void Add(double one_single, double o, double n, double sign) {
    single += sign * one_single;
    odds += sign * o;
    odds_off += sign * (o * n);
    squares_off += sign * (o * o * n);
    mean_off += sign * (o * n / (1 + o));
    off += sign * n;
  }
};

// What a group's rows have on the flags that are not known yet. The arrays are by position and
// filled for flags only: this is made millions of times.
struct Tally {
  Tally() {}  // NOLINT: leaves the arrays as they are

  std::array<double, kMostAttributes> off;     // n
  std::array<double, kMostAttributes> single;  // o / (g - n), of counted ones
  FlagSums all;                                // of all counted ones
  double nowhere = 0;                          // rows off the mode on none
  double two_most = 0;                         // the two largest n together
  Mask counted = 0;                            // flags on which somebody has the mode
};

}  // namespace gauze::risk
