#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gauze/page/chart/frame.h"

// Counts from place to place, as lines or bars, one drawing below the other.

namespace gauze::page {

enum class Mark : std::uint8_t {
  kLine,  // how something grew or fell from place to place
  kBars,  // how much there is at each place
};

// A count at each of some places: a small drawing with an axis of its own, which begins at 0.
// The numbers that matter most are written beside it: of a line the last one, of bars each for
// which there is room; all of them show when a mark is pointed at.
struct Panel {
  std::string caption;  // what is counted, by what; on one line, so at most 50 characters
  Mark mark = Mark::kLine;
  Colour colour = Colour::kBlue;
  std::vector<std::string> places;    // along the axis; at least one
  std::vector<std::uint64_t> counts;  // one per place
};

struct Picture {
  std::string title;          // as short as a caption
  std::string description;    // what there is to see, in sentences
  std::vector<Panel> panels;  // one below the other
};

std::string Svg(const Picture& picture, Standing standing = Standing::kAlone);
Table Numbers(const Picture& picture);  // of panels with the same places, side by side

}  // namespace gauze::page
