#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "gauze/taxonomy/builders/builder.h"

// Hierarchies that would fit a column, for somebody to choose from. Adding a way to find some is
// one file, its name in ways.h and list.cc, a case in suggest_test.cc, and a line in
// docs/hierarchies.md.

namespace gauze {

struct HierarchySuggestion {
  std::string policy;  // to write after `hierarchy:`; empty: no builder makes it, so it is a file
  std::string reason;  // what speaks for it, and what not: counts, never a value
  Taxonomy taxonomy;   // over the values of the column
};

// What speaks for itself comes first: libraries, then numbers, prefixes, words, frequencies.
// `name` is the column's. Depends on nothing but the two, and is empty for a column without values.
std::vector<HierarchySuggestion> SuggestHierarchies(const ColumnValues& column,
                                                    std::string_view name);

// What a column of text is: the same values as integers, decimals, dates, timestamps or booleans
// if each of them is one and would be printed as it is written (05 is text), else itself.
ColumnValues NarrowestType(const ColumnValues& text);

// If every value is generalised to nodes of at most this height.
struct LevelCounts {
  std::uint32_t height = 0;
  std::uint64_t nodes = 0;
  std::uint64_t fewest_rows = 0;  // of a node
};

// Of every height below the root's, the leaves first.
std::vector<LevelCounts> CountLevels(const Taxonomy& taxonomy, const ColumnValues& column);

// Rows of the values below each node, by node.
std::vector<std::uint64_t> RowsOfNodes(const Taxonomy& taxonomy, const ColumnValues& column);

}  // namespace gauze
