#pragma once

#include <array>
#include <vector>

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

  void Add(const FlagSums& other, double sign) {
    single += sign * other.single;
    odds += sign * other.odds;
    odds_off += sign * other.odds_off;
    squares_off += sign * other.squares_off;
    mean_off += sign * other.mean_off;
    off += sign * other.off;
  }
};

// What a group's rows have on the flags that are not known yet.
struct Tally {
  std::array<FlagSums, kMostAttributes> flags;  // of one flag each, by position
  FlagSums all;                                 // of all counted ones
  double nowhere = 0;                           // rows off the mode on none
  double two_most = 0;                          // the two largest n together
  Mask counted = 0;                             // flags on which somebody has the mode
  Mask suppressed = 0;                          // flags that somebody has suppressed
  std::vector<std::uint32_t> order;             // counted flags by falling n
};

}  // namespace gauze::risk
