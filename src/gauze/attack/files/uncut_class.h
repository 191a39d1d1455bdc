#pragma once

#include <cstdint>
#include <vector>

#include "gauze/table/domain.h"

// Minimality (R. Wong, A. Fu, K. Wang, J. Pei: Minimality Attack in Privacy Preserving Data
// Publishing, VLDB 2007): who cuts a class wherever the promise allows tells by every class that
// was not cut. Here: if the people of a class are known, and it has k of them on both sides of some
// cut, then one of the sides has fewer than l different values, or it would have been cut.

namespace gauze {

// A class of whom everybody's quasi-identifiers are known, and the values that it shows.
struct UncutClass {
  std::vector<std::vector<Code>> places;  // [column][person], in the order in which it is cut
  std::vector<std::uint64_t> values;      // people by value
};

// What follows for each person from all ways to give the values to the people, each equally likely,
// in which no cut between two places of a column leaves k people and l values on both sides.
struct UncutBelief {
  // It would take more than kMostSteps, about ten milliseconds, or chances are too small for a
  // double; nothing else is said then.
  bool too_large = false;
  // No table is such: the class could have been cut, whoever has which value.
  bool refuted = false;
  bool narrowed = false;                     // some table is ruled out
  std::vector<std::vector<double>> chances;  // [person][value]
  std::vector<bool> certain;                 // [person]: the same value in every table

  static constexpr std::uint64_t kMostSteps = 2'000'000;
};

// Exact but for rounding in `chances`, whatever the size of the class. People on the same side of
// every cut that has k on both are interchangeable, so tables are counted by group; time grows with
// how values can be spread over groups.
UncutBelief BelieveUncut(const UncutClass& uncut, std::uint64_t k, std::uint32_t l);

}  // namespace gauze
