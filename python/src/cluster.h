#pragma once

#include <vector>

#include "operations.h"

namespace gauze::python {

// The steps of a run on a cluster (gauze/release/distributed/cluster_table.h), for gauze.spark.
// Tuples and counts lie in files of 64-bit numbers, since there are many.
const std::vector<Operation>& ClusterOperations();

}  // namespace gauze::python
