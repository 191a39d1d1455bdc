#pragma once

#include <cstddef>
#include <string>
#include <vector>

// Bars for a terminal: the essentials of a report where there is no browser.

namespace gauze::cli {

// What standard output can show.
struct Screen {
  std::size_t width = 80;  // characters in a line
  bool blocks = false;     // block characters, with eighths; otherwise plain ASCII
  bool color = false;
};

// COLUMNS, or the terminal's own width, or 80. Block characters if the locale says UTF-8, colour on
// terminals only (and not if NO_COLOR is set).
Screen TheScreen();

// A name from the data on one line: control characters, which would move the cursor or worse, are
// '?', and so is what is not UTF-8. With `ascii` everything else that is not ASCII, too.
std::string Printable(const std::string& name, bool ascii = false);

struct Bar {
  std::string label;
  std::string value;  // as it is to be read
  double length = 0;  // a share of the longest bar that fits, from 0 to 1
};

// One line per bar, with a line feed each: labels to the left, values to the right of their
// columns, bars in what is left of the width (at least 10 characters). What is not nothing is seen:
// the shortest bar is a sliver, and only a length of 1 fills the line. Labels that are too long for
// a third of the line lose their middle.
std::string BarChart(const std::vector<Bar>& bars, const Screen& screen);

}  // namespace gauze::cli
