#pragma once

#include "gauze/measure/record_risk/index.h"
#include "gauze/measure/record_risk/interval.h"

namespace gauze::risk {

// The whole sum of one tuple, set by set: F of all 2^m known sets as superset sums over the numbers
// of rows that match the tuple on exactly those positions. As narrow as rounding allows. Takes 2^m
// * m additions and 2^m counts of memory, so it is for few tuples, m up to 22 and less than 2^32
// rows.
bool CanSumAllSets(const Index& index);
Interval SumAllSets(const Index& index, std::uint32_t tuple);

}  // namespace gauze::risk
