#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "gauze/attack/scene/any_release.h"
#include "gauze/base/progress.h"

namespace gauze {

// Rows by value of a sensitive column: those of all classes whose labels cover a person.
using RowsByValue = std::vector<std::uint64_t>;

// Calls visit(person, rows) for each person, from several threads at once. Time grows with people
// times classes / 64, and with what the covering classes hold.
void ForEachCandidateValues(const labels::Scene& scene, const labels::AnyRelease& release,
                            const labels::KnownPeople& people, std::size_t sensitive,
                            Progress& progress,
                            const std::function<void(std::size_t, RowsByValue&&)>& visit);

// Values with at least one row.
std::uint32_t CountLeft(const RowsByValue& rows);

// The chance that the value with most rows is the person's own; of several with as many rows any
// is taken.
double RightGuess(const RowsByValue& rows, std::uint32_t own);

// The share of the most frequent value in a release: what somebody guesses who knows nothing else.
double CommonestShare(const labels::Scene& scene, const labels::AnyRelease& release,
                      std::size_t sensitive);

}  // namespace gauze
