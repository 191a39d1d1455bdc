#pragma once

#include <cstdint>
#include <vector>

#include "gauze/attack/scene/any_release.h"

namespace gauze {

// Classes of a release, and people who may be in them; both in increasing order.
struct ClassesAndPeople {
  std::vector<std::uint32_t> classes;
  std::vector<std::uint32_t> people;
};

// Divides classes and people by the places of a column. A class goes to every piece that its label
// has a place in, and a person to one.
struct ClassCut {
  std::size_t column = 0;
  std::vector<Code> begins;  // of the pieces, in increasing order; the first one is 0
  // Pairs of a class and a person that it tells apart, less what it takes to cut. By a sample.
  double saved = 0;

  std::vector<ClassesAndPeople> Apply(const labels::AnyRelease& release,
                                      const labels::KnownPeople& people,
                                      const ClassesAndPeople& all) const;
};

// The cut that saves most, of each of these columns in two and in many pieces with about as many
// people each. Nothing is saved where it is as quick to look at every pair. There must be people.
ClassCut BestCut(const labels::AnyRelease& release, const labels::KnownPeople& people,
                 const std::vector<std::size_t>& columns, const ClassesAndPeople& all);

}  // namespace gauze
