#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "gauze/attack/scene/any_release.h"

namespace gauze {

// A column as a tool sees it that recodes all of it level by level: labels are cells of a level,
// from single values up to "*". If the release shows missing values, they are a cell of their own
// on every level but the highest.
class LevelledColumn {
 public:
  // A cell of a level, by its number there.
  struct Cell {
    std::uint32_t level = 0;
    std::uint32_t number = 0;
    // A label may have been the same on higher levels: a node that has no sister, or what is
    // missing.
    bool lowest_only = false;
    // Nothing is shown of the row: "*", the root, or missing.
    bool shows_nothing = false;
    Span values;  // that the label may hide
  };
  struct Cells {
    std::uint32_t first = 0;
    std::uint32_t last = 0;

    std::size_t size() const { return last - first + 1; }
  };

  // Fails where labels are not levels of a hierarchy, whose values are then all that may lie behind
  // "*". A column that shows every value needs none.
  static Result<LevelledColumn> Make(const labels::ColumnDomain& domain,
                                     const labels::AnyColumn& column);

  Cell Of(std::size_t label) const { return cells_[label]; }
  // Those of a level that a label of the same or a higher one may hide.
  Cells Below(std::size_t label, std::uint32_t level) const;
  // The cell of a higher level that one is part of, by its number there.
  std::uint32_t Above(std::uint32_t level, std::uint32_t number, std::uint32_t higher) const;
  Span Values(std::uint32_t level, std::uint32_t number) const { return levels_[level][number]; }

 private:
  std::uint32_t top() const { return static_cast<std::uint32_t>(levels_.size() - 1); }
  void AddOutside(const labels::ColumnDomain& domain, const labels::AnyColumn& column);
  std::optional<Cell> Find(const labels::Label& label) const;

  std::vector<std::vector<Span>> levels_;  // the highest is one cell
  Span root_;                              // without what is missing
  bool has_hierarchy_ = false;
  std::vector<Cell> cells_;  // by label
};

}  // namespace gauze
