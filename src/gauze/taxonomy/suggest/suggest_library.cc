#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <tuple>

#include "gauze/base/counted.h"
#include "gauze/base/text/ascii.h"
#include "gauze/taxonomy/library/library.h"
#include "gauze/taxonomy/library/spelling.h"
#include "gauze/taxonomy/suggest/ways.h"

namespace gauze {
namespace {

// A column has a few misspelt codes; one with more of them is of another kind. Of names more are
// misspelt, but few rows have them.
bool MostFit(std::size_t unknown, std::size_t values, std::uint64_t unknown_rows,
             std::uint64_t rows) {
  return unknown * 10 <= values || (unknown * 10 <= values * 3 && unknown_rows * 10 <= rows);
}

// Any number up to 99 is an age, a category of ICD-9-CM and an occupation, and f and m are sections
// of NACE: of numbers and single letters, the name of the column decides.
bool SayLittle(const ColumnValues& column) {
  return column.type == ValueType::kInteger || column.type == ValueType::kDecimal ||
         std::ranges::all_of(column.values, AllDigits, &Value::text) ||
         std::ranges::all_of(column.values,
                             [](const Value& value) { return value.text.size() < 2; });
}

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
  std::vector<std::tuple<std::size_t, std::size_t, HierarchySuggestion>>
      found;  // by unknown values, then in order
  const bool ask_name = SayLittle(column);
  const auto all_rows =
      std::accumulate(column.counts.begin(), column.counts.end(), std::uint64_t{0});
  for (const HierarchyLibrary& library : HierarchyLibraries()) {
    if (ask_name && !NameFits(library, name)) continue;
    const Parameters defaults = LibraryDefaults(library);
    std::size_t unknown = 0;
    std::uint64_t rows = 0;
    for (std::size_t i = 0; i < column.values.size(); ++i) {
      if (library.find(column.values[i], column.type, defaults)) continue;
      ++unknown;
      rows += column.counts[i];
    }
    if (!MostFit(unknown, column.values.size(), rows, all_rows)) continue;
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
    if (suggestion) found.emplace_back(unknown, found.size(), *std::move(suggestion));
  }
  std::ranges::sort(found, {}, [](const auto& entry) {
    return std::pair(std::get<0>(entry), std::get<1>(entry));
  });
  std::vector<HierarchySuggestion> suggestions;
  for (auto& entry : found) suggestions.push_back(std::move(std::get<2>(entry)));
  return suggestions;
}

}  // namespace gauze
