#pragma once

#include <string>
#include <string_view>

namespace gauze {

// The form of a text, as ShapeCount (column_facts.h) has it: capitals are 'A', other letters, and
// all characters beyond ASCII, 'a', digits '9', everything else is itself; a run of more than eight
// is eight and a plus sign. A shape is at most kLongestShape characters long and then ends in
// "...". A text without any letter or digit would be its own shape: all of these are kOnlyMarks.
inline constexpr std::size_t kLongestShape = 40;
inline constexpr std::string_view kOnlyMarks = "(marks only)";

// Writes over `shape`, so that a loop needs no memory of its own for each.
void WriteShape(std::string_view text, std::string& shape);

}  // namespace gauze
