#pragma once

#include "gauze/base/json_fwd.h"
#include "gauze/taxonomy/builders/builder.h"
#include "gauze/taxonomy/taxonomy.h"

namespace gauze {

// A hierarchy as a list of its nodes from the root down, each before its children:
// [{"depth", "label", "rows"}]. It holds values of the column.
Json HierarchyTree(const Taxonomy& taxonomy, const ColumnValues& column);

}  // namespace gauze
