#pragma once

#include <string>
#include <string_view>

#include "gauze/base/error.h"
#include "gauze/taxonomy/knowledge.h"

namespace gauze {

// Reads a knowledge table. The ending and the first line decide the form:
//   *.json   {"flu": ["cough", "headache"], "measles": ["rash"]}
//   else     CSV (';' between columns if the first line has one, else ','; quotes as in RFC 4180;
//            blank lines are ignored) with one of two headers:
//              label,terms   one label per line, its terms in one cell, cut at `term_separator`
//              label,term    one term per line; the lines of a label need not be together
// Errors carry the file and the line.
Result<Knowledge> ReadKnowledge(const std::string& path, std::string_view term_separator = ";");

// The same from text that is already in memory; `name` stands for the file in errors, and its
// ending decides the form.
Result<Knowledge> ParseKnowledge(std::string_view text, const std::string& name,
                                 std::string_view term_separator = ";");

}  // namespace gauze
