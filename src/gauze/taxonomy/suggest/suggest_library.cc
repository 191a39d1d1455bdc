#include <fmt/format.h>

#include <algorithm>

#include "gauze/base/counted.h"
#include "gauze/taxonomy/library/library.h"
#include "gauze/taxonomy/library/spelling.h"
#include "gauze/taxonomy/suggest/ways.h"

namespace gauze {
namespace {

// A column has a few misspelt codes; one with more of them is of another kind.
constexpr std::size_t kUnknownOfHundred = 10;

// Any number up to 99 is an age, a category of ICD-9-CM and an occupation: with numbers, the name
// of the column decides.
bool NameFits(const HierarchyLibrary& library, std::string_view column) {
  const std::string name = NameSpelling(column);
  return std::ranges::any_of(library.words, [&](const std::string& word) {
    return word.size() > 3
               ? name.find(word) != std::string::npos
               : fmt::format(" {} ", name).find(fmt::format(" {} ", word)) != std::string::npos;
  });
}

}  // namespace

std::vector<HierarchySuggestion> SuggestLibraries(const ColumnValues& column,
                                                  std::string_view name) {
  std::vector<std::pair<std::size_t, HierarchySuggestion>> found;
  const bool numbers = column.type == ValueType::kInteger || column.type == ValueType::kDecimal ||
                       std::ranges::all_of(column.values, OnlyDigits, &Value::text);
  for (const HierarchyLibrary& library : HierarchyLibraries()) {
    if (numbers && !NameFits(library, name)) continue;
    const Parameters defaults = LibraryDefaults(library);
    std::size_t unknown = 0;
    std::uint64_t rows = 0;
    for (std::size_t i = 0; i < column.values.size(); ++i) {
      if (library.find(column.values[i], column.type, defaults)) continue;
      ++unknown;
      rows += column.counts[i];
    }
    if (unknown * 100 > kUnknownOfHundred * column.values.size()) continue;
    std::vector<RawParameter> given = {{"name", library.name, ""}};
    std::string policy = fmt::format("{{library: {}}}", library.name);
    std::string fits = "every value fits";
    if (unknown > 0) {
      given.push_back({"unknown", "keep", ""});
      policy = fmt::format("{{library: {{name: {}, unknown: keep}}}}", library.name);
      fits = fmt::format("{} of {} values ({}) do not fit", unknown, column.values.size(),
                         Counted(rows, "row", "rows"));
    }
    auto suggestion = SuggestBuilder(column, "library", given, std::move(policy),
                                     fmt::format("{}; {}", library.title, fits));
    if (suggestion) found.emplace_back(unknown, *std::move(suggestion));
  }
  std::ranges::stable_sort(found, {}, [](const auto& entry) { return entry.first; });
  std::vector<HierarchySuggestion> suggestions;
  for (auto& [unknown, suggestion] : found) suggestions.push_back(std::move(suggestion));
  return suggestions;
}

}  // namespace gauze
