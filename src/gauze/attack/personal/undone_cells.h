#pragma once

#include <string>
#include <vector>

#include "gauze/measure/figures_by_name.h"

namespace gauze {

// Cells that a release shows in disguise, and two ways to undo them. Figures are named by their
// ends, after the column.
struct DisguisedCells {
  const char* rows;  // ".aliased_rows"
  const char* one;   // "cell is an alias"
  const char* many;
  const char* first;  // the figure, and how
  const char* first_way;
  const char* second;
  const char* second_way;
};

// One sentence for each column: how many cells there are, and which shares are undone, compared
// with a blind guess (".blindly").
std::vector<std::string> ReadUndone(const FiguresByName& figures, const DisguisedCells& cells);

}  // namespace gauze
