#pragma once

#include <functional>
#include <string>
#include <vector>

#include "gauze/taxonomy/builders/builder.h"

// What the builders share, and their names for list.cc.

namespace gauze {

HierarchyBuilder DateBuilder();
HierarchyBuilder IntervalBuilder();
HierarchyBuilder LibraryBuilder();
HierarchyBuilder MaskBuilder();
HierarchyBuilder OrderBuilder();
HierarchyBuilder PriorityBuilder();

// The taxonomy of the paths path(0), path(1), … , one for each value of the column, each from the
// value to the top without the root. Refuses a node that carries the name of a value.
Result<Taxonomy> TaxonomyOfPaths(const ColumnValues& column,
                                 const std::function<std::vector<std::string>(std::size_t)>& path,
                                 const std::string& where);

// The parameter `fanout` of builders that join neighbours.
Parameter FanoutParameter(std::string fallback);

}  // namespace gauze
