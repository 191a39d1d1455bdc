#pragma once

#include <cstdint>
#include <vector>

#include "gauze/transform/transform.h"

namespace gauze {

// What a transform prints of each row, without classes: for transforms that decide cell by cell.
struct PrintedRows {
  std::vector<std::size_t> quasi_identifiers;        // attribute indices
  std::vector<std::vector<Label>> labels;            // one dictionary per quasi-identifier
  std::vector<std::vector<std::uint32_t>> label_of;  // [quasi-identifier][piece] -> labels
  std::vector<std::uint32_t> tuples;                 // of each piece
  std::vector<std::uint64_t> rows;                   // of each piece; empty: all rows of its tuple
};

// Rows that are printed alike are a class. Classes are in the order of the dictionaries.
Generalization GroupAlike(PrintedRows printed);

}  // namespace gauze
