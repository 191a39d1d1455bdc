#include "gauze/attack/personal/undone_cells.h"

#include <fmt/format.h>

namespace gauze {

std::vector<std::string> ReadUndone(const FiguresByName& figures, const DisguisedCells& cells) {
  std::vector<std::string> sentences;
  for (const std::string& column : figures.Columns("", cells.rows)) {
    std::string sentence =
        fmt::format("{}: {}", column, figures.Count(column + cells.rows, cells.one, cells.many));
    if (figures.Find(column + cells.first)) {
      sentence += fmt::format(". Of these, {} are undone by {}, {} by {}, and {} by a blind guess",
                              figures.Share(column + cells.first), cells.first_way,
                              figures.Share(column + cells.second), cells.second_way,
                              figures.Share(column + ".blindly"));
    }
    sentences.push_back(sentence + ".");
  }
  return sentences;
}

}  // namespace gauze
