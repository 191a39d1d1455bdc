#pragma once

#include <memory>
#include <string>
#include <vector>

#include "gauze/model/freeform/guarded_tree.h"
#include "gauze/policy/policy.h"
#include "gauze/taxonomy/coded_table.h"
#include "gauze/transform/specialize/specialize.h"

namespace gauze::freeform {

// The tree of a column under what the promise says of it; without a word of it, all of the column
// is observable. Null hierarchies are refused.
Result<GuardedTree> MakeTree(const CodedTable& coded, std::size_t attribute,
                             const PolicyEntry& promise);

// The quasi-identifiers of a table under a promise, as a specialisation takes them.
struct FreeformInput {
  std::vector<std::size_t> attributes;  // of the table
  std::vector<GuardedTree> trees;       // one an attribute
  BreachRules rules;

  // Borrows from this and from the table.
  SpecializeInput Borrow(const CodedTable& coded) const;
};

Result<FreeformInput> MakeFreeformInput(const CodedTable& coded, const PolicyEntry& promise);

}  // namespace gauze::freeform
