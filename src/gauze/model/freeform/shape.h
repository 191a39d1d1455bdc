#pragma once

#include <string>
#include <vector>

#include "gauze/base/error.h"
#include "gauze/model/freeform/instantiation.h"
#include "gauze/model/freeform/rules.h"
#include "gauze/model/freeform/tree_source.h"

namespace gauze::freeform {

// The tree in which the rules count values, and where the hierarchy's nodes are in it.
struct CountedTree {
  Shape shape;
  std::vector<NodeId> place;  // hierarchy node -> node of the shape
};

// Fails on a guarded or believed name that is no node, and on Leaves::kTaxonomy without a taxonomy.
Result<CountedTree> CountLeaves(const TreeSource& source, const AttributeRules& rules,
                                const std::string& where);

}  // namespace gauze::freeform
