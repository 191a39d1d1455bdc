#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gauze/base/descriptor.h"
#include "gauze/table/value.h"
#include "gauze/taxonomy/taxonomy.h"

// Hierarchies made from the data instead of a file: `hierarchy: {mask: right}` or
// `hierarchy: {interval: {width: 5}}`. Adding one is one file, its name in build.h and list.cc, one
// test and a section in docs/hierarchies.md.

namespace gauze {

// What a builder sees of a column: its type, its distinct values in the type's order (numbers by
// size, text by bytes), and how often each occurs. Missing is not among them.
struct ColumnValues {
  ValueType type = ValueType::kText;
  std::vector<Value> values;
  std::vector<std::uint64_t> counts;
};

struct HierarchyBuilder {
  Descriptor descriptor;
  // The parameter that a bare word sets: `{mask: right}` is `{mask: {side: right}}`. May be empty.
  std::string short_form;
  // `where` is the place in the policy; errors name it, never a value.
  Result<Taxonomy> (*build)(const ColumnValues& column, const Parameters& parameters,
                            const std::string& where);
};

const std::vector<HierarchyBuilder>& HierarchyBuilders();

// nullptr if there is none of that name.
const HierarchyBuilder* FindHierarchyBuilder(std::string_view name);

// The taxonomy of a column that has none: all values directly under the root.
Result<Taxonomy> FlatTaxonomy(const ColumnValues& column, const std::string& where);

}  // namespace gauze
