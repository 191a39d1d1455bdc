#pragma once

#include <optional>
#include <string>
#include <vector>

#include "gauze/page/chart/frame.h"
#include "gauze/page/chart/scale.h"

// Bars from left to right with their names beside them: losses by column, sizes of classes; or two
// states of the same thing over each other: a distribution before and after, risks before and
// after. What was before is an outline, what is now a thinner filled bar inside it, and both
// numbers are written at the end. What was not there before has no outline and one number.

namespace gauze::page {

struct Bar {
  std::string name;  // any text; above its bar where there is no room beside it
  std::optional<double> before;
  std::optional<double> now;
  std::string instead;  // written for `now` where that is not told: "fewer than 10"
};

// A line across all bars.
struct Limit {
  std::string name;
  double at = 0;
};

struct Bars {
  std::string title;
  std::string description;
  Unit unit = Unit::kCount;
  Colour colour = Colour::kBlue;
  std::string names = "name";       // what the bars are, over their column of the table
  std::string before = "original";  // what the outlines show, if there are any
  std::string now = "released";
  std::vector<Bar> bars;      // values from 0 on
  std::vector<Limit> limits;  // few
};

std::string Svg(const Bars& bars, Standing standing = Standing::kAlone);
Table Numbers(const Bars& bars);

}  // namespace gauze::page
