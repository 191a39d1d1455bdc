#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gauze/base/error.h"
#include "gauze/base/json_fwd.h"
#include "gauze/release/manifest/policy_text.h"
#include "gauze/taxonomy/taxonomy.h"

namespace gauze {

struct HierarchyCheck {
  std::string file;     // a hierarchy file, or
  std::string library;  // the name of a library
  std::string data;     // a table to cover; empty: none, which only a file allows
  std::string column;
  std::vector<std::string> markers;  // spellings that count as missing
  // Gets the values that are not covered, one per line, readable by its owner alone; empty:
  // nowhere.
  std::string missing;
};

struct HierarchyReport {
  std::uint64_t leaves = 0;  // of a library: the values that the column has
  std::uint64_t nodes = 0;
  std::uint32_t height = 0;
};

// Whether a hierarchy file is sound and, if `data` is given, whether it or the library covers every
// value of the column.
Result<HierarchyReport> CheckHierarchy(const HierarchyCheck& check);

// The hierarchy that a policy gives one of its columns, built from the source where it names a
// builder. `source` replaces the policy's if given.
Result<Taxonomy> BuildHierarchy(const PolicyText& policy, const std::string& column,
                                const std::string& source = "");

// The same with the rows of every node, counted in the source (hierarchy_tree.h).
Result<Json> ShowHierarchy(const PolicyText& policy, const std::string& column);

}  // namespace gauze
