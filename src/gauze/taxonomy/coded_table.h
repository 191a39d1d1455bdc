#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "gauze/table/table.h"
#include "gauze/taxonomy/hierarchy.h"
#include "gauze/taxonomy/knowledge.h"

namespace gauze {

// A table with the hierarchies of its attributes: what transforms and models work on. Quasi
// identifiers that are not numeric always have a hierarchy, a flat one if none was given.
//
// The table may be one region of the input. Domains, hierarchies and totals are those of the whole
// input and shared by its regions.
struct CodedTable {
  Table table;
  std::vector<std::shared_ptr<const Hierarchy>> hierarchies;  // one per attribute, or null
  // The same as they were written or built, with values that do not occur.
  std::vector<std::shared_ptr<const Taxonomy>> taxonomies;
  // Rows of the whole input per attribute and code.
  std::shared_ptr<const std::vector<std::vector<std::uint64_t>>> totals;

  // The knowledge tables that the policy names, by path.
  std::shared_ptr<const std::map<std::string, Knowledge>> knowledge;

  const Hierarchy* HierarchyOf(std::size_t attribute) const { return hierarchies[attribute].get(); }
};

}  // namespace gauze
