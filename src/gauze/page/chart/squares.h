#pragma once

#include <optional>
#include <string>
#include <vector>

#include "gauze/page/chart/frame.h"

// A value for each pair of things, as a square whose area grows with it: a heat map that can be
// read without colours. For how much columns depend on each other.

namespace gauze::report {

struct Squares {
  std::string title;
  std::string description;
  Colour colour = Colour::kBlue;
  std::vector<std::string> names;  // at most 20; any texts
  // A row for each name, from 0 to 1; of what is missing nothing is drawn.
  std::vector<std::vector<std::optional<double>>> values;
};

std::string Svg(const Squares& squares, Standing standing = Standing::kAlone);
Table Numbers(const Squares& squares);

}  // namespace gauze::report
