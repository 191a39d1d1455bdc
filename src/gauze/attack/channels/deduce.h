#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "gauze/attack/channels/multiset.h"
#include "gauze/attack/channels/series.h"

namespace gauze::channels {

// People whom the releases that are looked at do not tell apart.
struct PeopleAlike {
  std::uint64_t people = 0;
  std::vector<Places> places;  // one per release; none if they are not in it
  std::vector<bool> sure;      // one per release: they are certainly in one of these classes
  // At most so many of them have each value; nothing: not known. Tightened by Deduce.
  std::optional<Multiset> most;
};

// What somebody who knows everybody's place concludes. How many of a part have a value is a whole
// number, of which two things are known: over the values it adds up to the people of the part, and
// over the parts of a class to the rows of the class that show the value. From these sums, bounds
// from below and from above follow for each number from those of the others, until nothing changes.
// Every conclusion is true of whatever the releases were made from; that all true conclusions are
// found is not said, since each sum is looked at by itself.
//
// `classes`: by release, the values of its classes. False if nothing agrees with all of the sums.
// A round costs parts times releases times values.
bool Deduce(const std::vector<std::vector<const Multiset*>>& classes,
            std::vector<PeopleAlike>& parts);

}  // namespace gauze::channels
