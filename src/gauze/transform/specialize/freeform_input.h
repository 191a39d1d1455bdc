#pragma once

#include <vector>

#include "gauze/model/freeform/make_tree.h"
#include "gauze/policy/policy.h"
#include "gauze/taxonomy/coded_table.h"
#include "gauze/transform/specialize/specialize.h"

namespace gauze::freeform {

// The quasi-identifiers of a table, as a specialisation takes them.
struct FreeformInput {
  std::vector<std::size_t> attributes;  // of the table
  std::vector<GuardedTree> trees;       // one per attribute
  BreachRules rules;

  // Borrows from this and from the table.
  SpecializeInput Borrow(const CodedTable& coded) const;
};

// Under a promise `freeform`; null: nothing is guarded. `where` is the place in the policy of what
// asks for the columns.
Result<FreeformInput> MakeFreeformInput(const CodedTable& coded, const PolicyEntry* promise,
                                        const std::string& where);

}  // namespace gauze::freeform
