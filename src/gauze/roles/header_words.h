#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "gauze/roles/column_concept.h"

namespace gauze {

// The name of a column as words are looked up in it: small letters and digits in a row, without
// accents ("é" is "e", "ß" is "ss", "ё" is "е"), and where words begin and end. Words part at
// anything else, at a capital after a small letter, and between letters and digits: "PatientID_2"
// is "patientid2", cut at 0, 7, 9 and 10.
struct HeaderWords {
  std::string text;
  std::vector<std::size_t> cuts;  // ascending, from 0 to the length; empty if there is no word
};
HeaderWords SplitHeader(std::string_view name);

struct HeardConcept {
  const ColumnConcept* about = nullptr;
  std::size_t letters = 0;    // bytes of the longest phrase that was found; 1: weak or cut short
  std::string_view language;  // of that phrase: "de"
};

// What a column's name speaks of, most letters first, equal ones in the order of ColumnConcepts().
// A phrase inside a longer one is not heard: "e-mail address" is no address. header_words.inc says
// how phrases are written and found.
std::vector<HeardConcept> HearHeader(std::string_view name);

}  // namespace gauze
