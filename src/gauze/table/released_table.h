#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gauze/table/attribute.h"
#include "gauze/table/value.h"

namespace gauze {

// One column of a release: what it prints for every group of equal rows. Either a dictionary with
// one code per group (values->size() is a missing cell), or, for columns that were carried beside
// the tuples, one key (RecordShape::kMissingKey) or text per group.
struct ReleasedColumn {
  std::string name;
  ValueType type = ValueType::kText;  // how a typed format stores it; labels are text
  // Distinct spellings; often those of a whole domain, so they are shared and not copied.
  std::shared_ptr<const std::vector<Value>> values = std::make_shared<std::vector<Value>>();
  std::vector<std::uint32_t> codes;
  std::vector<std::uint64_t> keys;
  std::vector<std::optional<std::string>> texts;
};

// A piece of a release before it is a file: groups of equal rows, in the order of what is
// printed (release/rows/released_groups.h). The file repeats each group as often as it was
// counted.
struct ReleasedTable {
  std::vector<ReleasedColumn> columns;
  std::vector<std::uint64_t> counts;  // one per group
  // The person behind each group, where the policy has an entity key: never published, used to
  // verify promises about persons. Empty otherwise.
  std::vector<std::uint32_t> persons;
  // The own values behind aliases and grades, one column per disguise (transform/personal), as
  // codes of their domain: never published.
  std::vector<std::vector<std::uint32_t>> own;
  std::uint64_t rows = 0;
};

}  // namespace gauze
