#pragma once

#include <optional>

#include "gauze/taxonomy/suggest/suggest.h"

// Ways to find hierarchies, for list.cc, and what they share.

namespace gauze {

std::vector<HierarchySuggestion> SuggestLibraries(const ColumnValues& column,
                                                  std::string_view name);
std::vector<HierarchySuggestion> SuggestForNumbers(const ColumnValues& column,
                                                   std::string_view name);
std::vector<HierarchySuggestion> SuggestPrefixes(const ColumnValues& column, std::string_view name);
std::vector<HierarchySuggestion> SuggestWords(const ColumnValues& column, std::string_view name);
std::vector<HierarchySuggestion> SuggestByFrequency(const ColumnValues& column,
                                                    std::string_view name);

// What a builder makes of the column; nothing if it refuses. `policy` is how a policy writes it.
std::optional<HierarchySuggestion> SuggestBuilder(const ColumnValues& column,
                                                  std::string_view builder,
                                                  const std::vector<RawParameter>& parameters,
                                                  std::string policy, std::string reason);

}  // namespace gauze
