#pragma once

#include <vector>

namespace gauze {

// What was counted or measured in a part of a table.
struct GrowthPoint {
  double size = 0;
  double value = 0;
};

// How many different values a table of `size` rows has, from how many parts of it have: two or more
// points of growing size, from all over the table. The exponent of the growth between two sizes
// (Heaps's law) falls with the size, and goes on falling as it did; it is never below 0 nor above
// 1. An estimate: within a fifth of the truth where the table is five times as large as the last
// part; too high beyond that where columns of few values leave nothing new to come.
double GrownDistinct(const std::vector<GrowthPoint>& points, double size);

// How much time work of `size` takes, from smaller work: the part that every run takes, and a power
// of the size through the last two points, of an exponent of 1 to `most`.
double GrownTime(const std::vector<GrowthPoint>& points, double size, double most);

}  // namespace gauze
