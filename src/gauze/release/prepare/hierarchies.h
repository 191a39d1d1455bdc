#pragma once

#include <cstdint>
#include <string>

#include "gauze/base/error.h"
#include "gauze/release/manifest/policy_text.h"
#include "gauze/taxonomy/taxonomy.h"

namespace gauze {

struct HierarchyReport {
  std::uint64_t leaves = 0;
  std::uint64_t nodes = 0;
  std::uint32_t height = 0;
};

// Reads a hierarchy file and, if `data` is given, checks that it covers every value of `column`.
Result<HierarchyReport> CheckHierarchy(const std::string& file, const std::string& data,
                                       const std::string& column);

// The hierarchy that a policy gives one of its columns, built from the source where it names a
// builder. `source` replaces the policy's if given.
Result<Taxonomy> BuildHierarchy(const PolicyText& policy, const std::string& column,
                                const std::string& source = "");

}  // namespace gauze
