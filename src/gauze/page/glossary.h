#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "gauze/page/html.h"

namespace gauze::page {

// A word that means something particular here. docs/glossary.md says the same at greater length; a
// test compares the two.
struct Term {
  const char* id;
  std::vector<const char*> forms;  // as they stand in a text, the first is its heading
  const char* meaning;             // a sentence without its end
};
const std::vector<Term>& Terms();

// Explains such words where they are used: in every part of the page, the first of each becomes a
// link to its meaning, which stands at the end of the page. Links, names out of the data, code and
// pictures are left as they are.
class Glossary {
 public:
  Html Explain(const Html& part);
  // The meaning of every word that was used so far, and of those that these meanings use. Empty if
  // there is none.
  Html Meanings();

 private:
  Html Linked(const Html& part, std::vector<bool> done);

  std::vector<std::size_t> used_;  // places in Terms(), in the order of use
};

}  // namespace gauze::page
