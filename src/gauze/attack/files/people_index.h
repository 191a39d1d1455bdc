#pragma once

#include <cstdint>
#include <vector>

#include "gauze/attack/scene/any_release.h"

namespace gauze {

// Finds people by what is known of them. Memory: 4 bytes for each different person and column. A
// question takes as long as there are people in the column that fewest of them satisfy.
class PeopleIndex {
 public:
  PeopleIndex(const labels::Scene& scene, const labels::KnownPeople& people);

  // Places in each column; nullptr: anything.
  using Box = std::vector<const std::vector<Span>*>;

  // People in the box; counting ends when there are more than `enough`.
  std::uint64_t Count(const Box& box, std::uint64_t enough) const;

 private:
  std::size_t columns_;
  const labels::KnownPeople& people_;
  std::vector<std::vector<std::uint32_t>> sorted_;  // people by their place in a column
  std::vector<std::vector<std::uint32_t>> begins_;  // of the people at a place
};

}  // namespace gauze
