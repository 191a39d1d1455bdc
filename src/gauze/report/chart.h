#pragma once

#include <cstdint>
#include <string>
#include <vector>

// Pictures of numbers, as SVG text.
//
// A picture stands alone: no script, no font, nothing that is fetched. Whoever cannot see it gets
// its title and description; colours follow the reader's choice of light or dark, can be told apart
// by colour-blind people, and never tell anything that is not written, too. It is narrow enough to
// be read on a telephone without zooming.
//
// Texts may hold any UTF-8: what would be markup is escaped. They come from the caller, who keeps
// cells of the table out of them. Same picture, same bytes.

namespace gauze::report {

enum class Mark : std::uint8_t {
  kLine,  // how something grew or fell from place to place
  kBars,  // how much there is at each place
};

// Okabe and Ito's. Panels about one thing share a colour.
enum class Colour : std::uint8_t { kBlue, kGreen, kOrange };

// A count at each of some places: a small drawing with an axis of its own, which begins at 0.
// The numbers that matter most are written beside it: of a line the last one, of bars each for
// which there is room; all of them show when a mark is pointed at.
struct Panel {
  std::string caption;  // what is counted, by what; on one line, so at most 50 characters
  Mark mark = Mark::kLine;
  Colour colour = Colour::kBlue;
  std::vector<std::string> places;    // along the axis; at least one
  std::vector<std::uint64_t> counts;  // one a place
};

struct Picture {
  std::string title;          // as short as a caption
  std::string description;    // what there is to see, in sentences
  std::vector<Panel> panels;  // one below the other
};

std::string Svg(const Picture& picture);

}  // namespace gauze::report
