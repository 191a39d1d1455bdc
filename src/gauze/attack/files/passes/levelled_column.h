#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "gauze/attack/scene/any_release.h"

namespace gauze {

// A column whose labels are cells of the levels of its hierarchy, from single values up to "*".
class LevelledColumn {
 public:
  // A cell of a level, by its number there.
  struct Cell {
    std::uint32_t level = 0;
    std::uint32_t number = 0;
    // A label may have been the same on higher levels: a node that has no sister, or what is
    // missing or not in the hierarchy, which no level joins with anything.
    bool lowest_only = false;
  };
  struct Cells {
    std::uint32_t first = 0;
    std::uint32_t last = 0;

    std::size_t size() const { return last - first + 1; }
  };

  static Result<LevelledColumn> Make(const labels::ColumnDomain& domain,
                                     const labels::AnyColumn& column);

  // The level of "*".
  std::uint32_t top() const { return static_cast<std::uint32_t>(levels_.size() - 1); }
  Cell Of(std::size_t label) const { return cells_[label]; }
  // Those of a level that a label of the same or a higher one is made of.
  Cells Below(std::size_t label, std::uint32_t level) const;
  Span Values(Cell cell) const { return levels_[cell.level][cell.number]; }
  // How many different values the tool could have told apart there: more than one on the lowest
  // level, where numbers between two others are one place.
  double Width(Cell cell) const;

 private:
  std::optional<Cell> Find(const labels::Label& label) const;

  const std::vector<labels::ColumnDomain::Place>* places_ = nullptr;
  std::vector<std::vector<Span>> levels_;
  std::vector<Cell> cells_;  // by label
};

}  // namespace gauze
