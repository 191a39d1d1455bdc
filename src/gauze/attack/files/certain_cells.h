#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "gauze/attack/scene/any_release.h"

// Downcoding (A. Cohen: Attacks on Deidentification's Defenses, USENIX Security 2022): a label that
// is known to be as narrow as possible tells more than it says.
//
// A table is consistent with a release if each class has as many rows as are shown, and each of its
// labels is the tight label of the values in its column: both ends of a range occur, every value of
// a set, and values below at least two children of a node. A cell is certain if every consistent
// table has it. Columns and classes put no conditions on each other, so this can be said exactly:
//
// - A class of n rows with the hidden label L has one certain cell for each value of
//   Label::certain, and no other: of each such value one row is enough, all others may differ.
// - A whole tuple is certain in a class if exactly one of its columns is hidden and the value there
//   is certain. With two hidden columns, rows can always be paired so that it does not occur,
//   because a value of a hidden column occurs in one row only, of at least two.
//
// So all that counts is a number for each label, and a sum over classes: O(classes * columns), in
// SQL as well as here.

namespace gauze {

struct CertainCells {
  std::uint64_t hidden = 0;   // cells whose label may stand for several values
  std::uint64_t certain = 0;  // of these
  std::uint64_t hidden_classes = 0;
  std::uint64_t classes_with_whole = 0;  // with a certain whole tuple
  std::uint64_t whole = 0;               // certain whole tuples
  struct Column {
    std::uint64_t hidden = 0;
    std::uint64_t certain = 0;
  };
  std::vector<Column> columns;
};

// Somebody in a class has this value.
struct CertainCell {
  std::size_t one = 0;  // class
  std::size_t column = 0;
  Code place = 0;
  bool whole = false;  // and all else that is shown of the class: the tuple is certain
};

CertainCells CountCertainCells(const labels::AnyRelease& release);

// In the order of classes and columns.
void ForEachCertainCell(const labels::AnyRelease& release,
                        const std::function<void(const CertainCell&)>& visit);

}  // namespace gauze
