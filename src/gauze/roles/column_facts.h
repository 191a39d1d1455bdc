#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gauze/table/attribute.h"

namespace gauze {

// How texts of a column are spelled, with every letter and digit made the same: "Aaaa 99" is
// spelled by four letters, the first of them a capital, and two digits. A run of more than eight
// equal characters is eight of them and a plus sign. Shows nothing of a value but its form.
struct ShapeCount {
  std::string shape;
  std::uint64_t rows = 0;
};

// What is known of a column before anybody decided what it is: counts, forms, and its name. No
// value. engine/profile/ counts it; SuggestRole (suggest_role.h) reads it.
struct ColumnFacts {
  std::string name;
  ValueType type = ValueType::kText;  // the narrowest that every cell fits
  std::uint64_t rows = 0;             // of the table
  std::uint64_t missing = 0;          // of them NULL, empty, or a marker
  std::uint64_t distinct = 0;         // different values among the others
  bool distinct_exact = true;
  std::uint64_t repeated = 0;  // rows whose value another row has, too

  // Of texts.
  std::uint64_t shortest = 0;  // in characters
  std::uint64_t longest = 0;
  double mean_length = 0;
  double mean_words = 0;
  std::vector<ShapeCount> shapes;  // the most frequent ones, most frequent first

  // Of a sample of the different values, taken by their hash: how many each recogniser knows, in
  // the order of Recognisers() (recogniser.h).
  std::uint64_t looked_at = 0;
  std::vector<std::uint64_t> recognised;

  // Rows of one value look like those of one person: several of them, and other columns that are
  // the same in all of them.
  bool person_key = false;
  std::uint64_t constant_columns = 0;  // that are the same in all rows of one value
};

}  // namespace gauze
