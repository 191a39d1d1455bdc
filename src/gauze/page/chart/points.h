#pragma once

#include <string>
#include <vector>

#include "gauze/page/chart/frame.h"
#include "gauze/page/chart/scale.h"

// Candidates by two numbers, such as risk and loss. Groups differ in colour and in shape; what is
// beaten, by another that is as good in both numbers and better in one, is drawn hollow. Names
// stand beside their points where there is room, and all of them in the table.

namespace gauze::page {

struct Point {
  std::string name;  // any text
  std::size_t group = 0;
  double across = 0;
  double up = 0;
  bool beaten = false;
};

struct Axis {
  std::string name;  // with what is better: "loss (less is better)"
  Unit unit = Unit::kNumber;
};

struct Points {
  std::string title;
  std::string description;
  Axis across;
  Axis up;
  std::vector<std::string> groups;  // at most 4: what a shape stands for
  std::vector<Point> points;        // at least one; values are finite
};

std::string Svg(const Points& points, Standing standing = Standing::kAlone);
Table Numbers(const Points& points);

}  // namespace gauze::page
