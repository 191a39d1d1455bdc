#pragma once

#include <string>

#include "gauze/policy/policy.h"
#include "gauze/table/value.h"

namespace gauze {

// The policy's promise of proximity about a column; of several the first, and nullptr if there is
// none.
const PolicyEntry* ProximityPromise(const Policy& policy, const std::string& column);

// A value in the unit of such a promise: itself, days of dates, seconds of timestamps.
double InUnit(ValueType type, const Value& value);

// How long an interval is that gives a number away (docs/attacks.md): the epsilon of the promise,
// or a twentieth of the column's range.
double ShortInterval(const Policy& policy, const Attribute& column, const Value& lowest,
                     const Value& highest);

}  // namespace gauze
