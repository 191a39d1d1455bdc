#pragma once

#include "gauze/model/freeform/guarded_tree.h"
#include "gauze/policy/policy.h"
#include "gauze/taxonomy/coded_table.h"

namespace gauze::freeform {

// The tree of a column under what the promise says of it; without a word of it, all of the column
// is observable. Null hierarchies are refused.
Result<GuardedTree> MakeTree(const CodedTable& coded, std::size_t attribute,
                             const PolicyEntry& promise);

}  // namespace gauze::freeform
