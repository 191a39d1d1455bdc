#include "gauze/taxonomy/suggest/suggest.h"
#include "gauze/taxonomy/suggest/ways.h"

namespace gauze {

std::vector<HierarchySuggestion> SuggestHierarchies(const ColumnValues& column,
                                                    std::string_view name) {
  std::vector<HierarchySuggestion> suggestions;
  if (column.values.empty()) return suggestions;
  for (const auto way :
       {SuggestLibraries, SuggestForNumbers, SuggestPrefixes, SuggestWords, SuggestByFrequency}) {
    for (HierarchySuggestion& suggestion : way(column, name)) {
      suggestions.push_back(std::move(suggestion));
    }
  }
  return suggestions;
}

}  // namespace gauze
