#pragma once

#include <optional>

#include "gauze/attack/scene/any_release.h"

namespace gauze::labels {

// Decides whether labels of a column are tight, which means that they are as narrow as the rows of
// their class allow, and takes away what would be certain where they are not.
//
// If nobody says so it is recognised. A set lists what occurs. Ranges that cross each other, like
// "20-29" and "25-34", do not come from a fixed grid: their ends are taken from rows. (Cells that
// were cut out of the domain cross, too. Who knows that a tool writes those must say so.) Nodes and
// stars tell nothing: a tool that decides about a whole column at once writes the same ones.
//
// Whatever is said, the file can refute it: a class with fewer rows than its label has values that
// must occur.
void DecideTightness(std::optional<bool> described, std::size_t column, AnyRelease& release);

}  // namespace gauze::labels
