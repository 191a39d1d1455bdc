#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

// What all pictures share.
//
// A picture is SVG text: no script, no font, nothing that is fetched. Whoever cannot see it gets
// its title and description, and the same numbers as a table (Numbers() of every kind). Colours
// follow the reader's choice of light or dark, can be told apart by colour-blind people, and never
// tell anything that a shape or a word does not tell, too. It is narrow enough to be read on a
// telephone without zooming.
//
// Texts may be anything (gauze/page/text.h): what would be markup is escaped, what is too long is
// shortened. Same picture, same bytes.

namespace gauze::page {

// In units of the picture, which is shown as wide as it is here, or narrower.
inline constexpr double kWidth = 400;
inline constexpr double kMargin = 12;
inline constexpr double kTitle = 30;  // the title's line
inline constexpr double kGap = 8;     // between a number and what it belongs to

// Okabe and Ito's, darker where white paper needs it. What is about one thing shares a colour.
enum class Colour : std::uint8_t { kBlue, kGreen, kOrange, kPurple };
const char* ClassOf(Colour colour);

enum class Standing : std::uint8_t {
  kAlone,   // a file of its own
  kInPage,  // inside HTML that has ChartStyle() among its styles
};

struct Frame {
  std::string title;        // drawn, so at most 50 characters
  std::string description;  // what there is to see, in sentences
  double height = 0;        // with title and margins
};

// The picture around what was drawn, whose top is at kTitle.
std::string Framed(const Frame& frame, const std::string& drawn, Standing standing);

// Rules for every picture, without the tags around them.
std::string_view ChartStyle();

// One line of words. `anchor` is start, middle or end.
std::string TextAt(double x, double y, const char* anchor, std::string_view text,
                   const char* name = nullptr);
std::string LineFrom(double x1, double y1, double x2, double y2, const char* name);

// The numbers of a picture, for readers who do not see it.
struct Table {
  std::vector<std::string> head;
  std::vector<std::vector<std::string>> rows;
};

}  // namespace gauze::page
