#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "gauze/attack/channels/judge.h"
#include "gauze/attack/channels/series.h"
#include "gauze/base/progress.h"

namespace gauze::channels {

// How somebody comes to know too much of a person's value.
enum Kind : std::uint8_t {
  kOneRelease,    // a class that does not keep the promise by itself
  kDifference,    // two releases, of which the earlier one does not have the person
  kIntersection,  // two releases that both have the person
  kCombination,   // all releases and all people together
};
inline constexpr std::size_t kKinds = 4;

// What is left of a person's values where it does not keep the promise.
struct Leak {
  std::size_t column = 0;
  std::uint32_t earlier = 0;    // the releases that tell, from 0; of kOneRelease the same twice, of
  std::uint32_t later = 0;      // kCombination the person's first and the last
  std::uint64_t values = 0;     // different ones that are left, and
  std::uint64_t rows = 0;       // how many rows they have
  std::uint64_t of_values = 0;  // the same of the classes of the later release that can hold the
  std::uint64_t of_rows = 0;    // person

  bool WorseThan(const Leak& other) const {
    return values != other.values ? values < other.values : rows < other.rows;
  }
};

// `left` of all the values of the classes that can hold a person.
Leak MakeLeak(std::size_t column, std::uint32_t earlier, std::uint32_t later, const Multiset& left,
              const Multiset& whole);

// The worst leak of each kind, for people whom no release tells apart.
using Leaks = std::array<std::optional<Leak>, kKinds>;

// Tries all crowds of the series, over every pair of releases and over all of them together.
// Whoever is found by another kind is found by kCombination. The result has one entry per crowd.
//
// Fails when the releases do not agree with each other or with the people.
Result<std::vector<Leaks>> Search(const Series& series, std::size_t columns, const Judge& judge,
                                  Progress& progress);

}  // namespace gauze::channels
