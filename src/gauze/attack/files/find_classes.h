#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "gauze/attack/scene/any_release.h"
#include "gauze/base/progress.h"

namespace gauze {

// Calls visit(person, classes in increasing order) for each person, with the classes of a release
// whose labels cover that person in the columns that are `known`, at least one. From several
// threads at once, in no particular order.
//
// Classes and people are cut (class_cut.h) as long as that saves more than it takes. Of those that
// stay together, the classes that cover a place of a column are a row of bits, and a person's are
// the intersection of such rows.
//
// Time: people times the logarithm of classes where cuts tell classes apart; people times classes
// / 64 at worst, where most labels cover most places. Memory: 8 MiB for each column and thread.
void FindClasses(const labels::AnyRelease& release, const std::vector<bool>& known,
                 const labels::KnownPeople& people, Progress& progress,
                 const std::function<void(std::size_t, const std::vector<std::uint32_t>&)>& visit);

}  // namespace gauze
