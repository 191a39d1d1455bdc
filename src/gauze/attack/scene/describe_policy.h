#pragma once

#include "gauze/labels/description.h"

namespace gauze::labels {

// How a policy's releases write what is hidden and what is missing; no columns.
Description DescribeLabels(const Policy& policy);
// A quasi-identifier of a policy. `values` of the original, if its hierarchy is built from them.
Result<ColumnDescription> DescribeColumn(const PolicyAttribute& column, const ColumnValues& values);

// What a policy of Gauze tells of releases that were made with it. Hierarchies that are built from
// values are built from those of its source, which is read only then.
Result<Description> DescribePolicy(const Policy& policy, unsigned threads);

}  // namespace gauze::labels
