#pragma once

#include <cstdint>
#include <vector>

#include "gauze/attack/channels/multiset.h"
#include "gauze/attack/channels/reach.h"

namespace gauze::channels {

// Rows of a release that show the same labels.
struct ShownClass {
  Box box;
  std::uint64_t rows = 0;
  std::vector<Multiset> values;  // one per sensitive column
};

struct ShownRelease {
  std::vector<ShownClass> classes;
  std::uint64_t rows = 0;
};

// People with the same quasi-identifiers who are first shown by the same release.
struct People {
  Box box;
  std::uint32_t first = 0;  // release, from 0
  std::uint64_t count = 0;
};

// Numbers of classes, in increasing order.
using Places = std::vector<std::uint32_t>;

// People whom no release tells apart: the same classes can hold them, in every release.
struct Crowd {
  std::uint32_t first = 0;
  std::uint64_t people = 0;
  std::vector<Places> places;  // one per release; none before `first`
  std::uint32_t sure = 0;  // from this release on they are certainly shown; may be past the last
};

// Releases of a table that only grows, in the order of publication, and who is in them.
struct Series {
  std::vector<ShownRelease> releases;
  std::vector<Crowd> crowds;  // none: not known
};

// Who can be where. A release with as many rows as people have come shows all of them; one with
// fewer leaves open who is missing, and everybody who has not been in a full one counts as unsure.
// Fails when a release has more rows than people have come, or is full and has no class for
// somebody.
Result<std::vector<Crowd>> FindPlaces(const std::vector<ShownRelease>& releases,
                                      const std::vector<People>& people);

// The values of several classes of a release together.
Multiset ValuesOf(const ShownRelease& release, const Places& places, std::size_t column);

}  // namespace gauze::channels
