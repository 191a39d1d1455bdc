#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "gauze/roles/column_facts.h"
#include "gauze/roles/header_words.h"
#include "gauze/roles/recogniser.h"

// Private to roles/: what rules look at.

namespace gauze {

struct SeenForm {
  const Recogniser* recogniser = nullptr;
  std::uint64_t count = 0;
  double share = 0;  // of the values that were looked at; above 0
};

// The facts of a column, read once.
struct Evidence {
  explicit Evidence(const ColumnFacts& facts);

  const ColumnFacts& facts;
  std::vector<HeardConcept> heard;
  std::vector<SeenForm> seen;

  // What the name speaks of most, of all that decide something; nullptr: nothing.
  const HeardConcept* says = nullptr;

  std::uint64_t present = 0;  // cells that are not missing
  // 95 of 100 cells or more have a value of their own, of ten or more.
  bool near_unique = false;
  // At most a dozen values for ten times as many cells: codes, groups, answers. No identifier has
  // so few.
  bool few_values = false;
  bool is_number = false;    // integer or decimal
  bool is_key_type = false;  // integer or text: keys are

  bool Hears(std::string_view concept_name) const;
  bool Says(std::string_view concept_name) const;
  // The share of what the recognisers for this concept know, together; 0: nothing.
  double ShareOf(std::string_view concept_name) const;
  // "3 different values in 180 rows"
  std::string DifferentValues() const;
};

}  // namespace gauze
