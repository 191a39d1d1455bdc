#pragma once

#include <string>
#include <vector>

namespace gauze::report {

// Where values lie between two ends, with round marks; the values lie within the ends.
struct Scale {
  // From 0 to a round number that is at least `most`.
  static Scale UpTo(double most, int steps);
  // From a round number below `least` to one above `most`: for what does not begin at 0.
  static Scale Between(double least, double most, int steps);

  // 0 at the first end, 1 at the last.
  double Place(double value) const { return (value - first) / (last - first); }
  std::vector<double> Marks() const;

  double first = 0;
  double last = 1;
  double step = 1;
};

// What a number counts decides how it is written.
enum class Unit {
  kShare,   // 0.123: "12.3 %"
  kCount,   // 1234: "1,234"; from 10^10 on as a number
  kNumber,  // three digits that count: "0.123", "1.23e+06"
};
std::string Written(double value, Unit unit);

}  // namespace gauze::report
