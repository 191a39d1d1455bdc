#pragma once

#include <cstdint>
#include <vector>

#include "gauze/transform/personal/disguise.h"
#include "gauze/transform/region.h"
#include "gauze/transform/transform.h"

// Private to released.cc: the rows of a region in the order in which they are released.

namespace gauze {

// Groups of equal released rows: the class, a tuple and a carried row that stand for it, and how
// many rows.
struct Group {
  std::size_t in_class;
  std::uint32_t tuple;
  std::size_t row;  // where something is carried
  std::uint64_t rows;
  std::uint32_t changed;  // what is shown of a column that a step has changed
};

// In canonical order: class by class, inside a class by the kept columns as they are shown, and
// then by what is not: own values behind aliases, the person. So the order of rows tells nothing
// that the rows don't.
std::vector<Group> MakeGroups(const Region& region, const Generalization& generalization,
                              const std::vector<Disguise>& disguises);

}  // namespace gauze
