#pragma once

#include <optional>
#include <vector>

#include "gauze/table/table.h"
#include "gauze/taxonomy/hierarchy.h"

namespace gauze {

// A table with the hierarchies of its attributes: what transforms and models work on. Quasi
// identifiers that are not numeric always have a hierarchy, a flat one if none was given.
struct CodedTable {
  Table table;
  std::vector<std::optional<Hierarchy>> hierarchies;  // one an attribute

  const Hierarchy* HierarchyOf(std::size_t attribute) const {
    return hierarchies[attribute] ? &*hierarchies[attribute] : nullptr;
  }
};

}  // namespace gauze
