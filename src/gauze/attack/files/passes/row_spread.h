#pragma once

#include <cstdint>
#include <vector>

namespace gauze {

// Classes whose rows lie in cells, nobody knows how many in which: each class has some cells that
// its rows may be in, and each cell has room for so many rows of all classes together. Flows in a
// graph of two sides, so that everything said here is exact, for whole rows.
class RowSpread {
 public:
  struct Class {
    std::uint64_t rows = 0;
    std::vector<std::uint32_t> cells;  // different ones
  };

  // `room`: by cell.
  RowSpread(std::vector<Class> classes, std::vector<std::uint64_t> room);

  // Whether there is a way to spread all rows. Nothing else may be asked if there is none.
  bool possible() const { return possible_; }

  // The fewest rows of a class that are in the `chosen` of its cells, in any way to spread all
  // rows. By their places in Class::cells.
  std::uint64_t Fewest(std::uint32_t one, const std::vector<std::uint32_t>& chosen);

 private:
  struct Use {
    std::uint32_t one;    // class
    std::uint32_t place;  // of the cell among the class's
  };
  // How a search came to a class: from a class that may move its rows into this one's cell.
  struct Step {
    std::uint32_t from;
    std::uint32_t into;   // place of the cell among those of `from`
    std::uint32_t moved;  // place of the same cell among those of the class
  };

  std::uint64_t Place(std::uint32_t one, std::uint64_t rows);
  std::uint64_t PlaceSome(std::uint32_t one, std::uint64_t rows);
  std::uint64_t Shift(std::uint32_t last, std::uint32_t place, std::uint64_t rows);

  std::vector<Class> classes_;
  std::vector<std::uint64_t> room_;                 // that is left, by cell
  std::vector<std::vector<std::uint64_t>> placed_;  // rows, by class and place
  std::vector<std::vector<Use>> uses_;              // by cell
  std::vector<bool> barred_;                        // places of the class that is asked about
  std::vector<Step> steps_;                         // by class, of the search that is going on
  std::vector<std::uint32_t> reached_;              // classes, in the order of the search
  std::vector<std::uint32_t> seen_in_;              // number of the last search, by class
  std::vector<std::uint32_t> looked_at_in_;         // the same by cell
  std::uint32_t search_ = 0;
  bool possible_ = true;
};

}  // namespace gauze
