#pragma once

#include "gauze/model/freeform/guarded_tree.h"
#include "gauze/policy/policy.h"
#include "gauze/taxonomy/coded_table.h"

namespace gauze::freeform {

// The tree of a column under what the promise says of it; without a word of it, all of the column
// is observable. Columns without a hierarchy are refused.
Result<GuardedTree> MakeTree(const CodedTable& coded, std::size_t attribute,
                             const PolicyEntry& promise);

// The same under rules of any origin. `where` is the place in the policy.
Result<GuardedTree> MakeTree(const CodedTable& coded, std::size_t attribute,
                             const AttributeRules& rules, const Ratio& observable_from,
                             const std::string& where);

}  // namespace gauze::freeform
