#pragma once

#include <string_view>
#include <vector>

#include "gauze/table/attribute.h"

namespace gauze {

// Something that a column can be about: a birth date, an income. Both the name of a column
// (header_words.h) and the form of its values (recogniser.h) speak for one. The list is
// column_concept.cc; words for each are in header_words.inc.
struct ColumnConcept {
  std::string_view name;  // "birth date"
  // What such a column is to an adversary. kUndecided: the word alone decides nothing ("number").
  Role role = Role::kUndecided;
  // Which of the eighteen identifiers of HIPAA Safe Harbor it is, 45 CFR 164.514(b)(2)(i)(A) to
  // (R), from 1 to 18; 0: none of them.
  int safe_harbor = 0;
};

const std::vector<ColumnConcept>& ColumnConcepts();

// The concept of that name, which the list has: asking for another is a bug.
const ColumnConcept& FindConcept(std::string_view name);

// The eighteen identifiers in our words, in their order: "names", "places smaller than a state".
const std::vector<std::string_view>& SafeHarborIdentifiers();

}  // namespace gauze
