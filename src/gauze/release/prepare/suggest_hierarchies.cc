#include "gauze/release/prepare/suggest_hierarchies.h"

#include <fmt/format.h>

#include <numeric>

#include "gauze/base/file.h"
#include "gauze/release/prepare/column_values.h"
#include "gauze/release/prepare/hierarchy_tree.h"
#include "gauze/taxonomy/read.h"
#include "gauze/taxonomy/suggest/code_signs.h"
#include "gauze/taxonomy/suggest/suggest.h"

namespace gauze {
namespace {

Json SuggestionJson(const HierarchySuggestion& suggestion, const ColumnValues& column, bool show) {
  Json levels = Json::array();
  for (const LevelCounts& level : CountLevels(suggestion.taxonomy, column)) {
    levels.push_back(
        {{"height", level.height}, {"nodes", level.nodes}, {"fewest_rows", level.fewest_rows}});
  }
  Json json = {{"policy", suggestion.policy}, {"reason", suggestion.reason}, {"levels", levels}};
  if (show) json["tree"] = HierarchyTree(suggestion.taxonomy, column);
  return json;
}

bool AreCodes(const ColumnValues& column, const std::string& name) {
  return column.type == ValueType::kInteger &&
         LooksNominal(name, column.values.size(), column.values.front().whole,
                      column.values.back().whole);
}

Status Take(const std::vector<HierarchySuggestion>& suggestions, const SuggestOptions& options) {
  if ((options.take == 0) != options.out.empty()) {
    return InputError("--take and --out belong together", "",
                      "name the number of a suggestion and the file that gets it");
  }
  if (options.take == 0) return {};
  if (options.take > suggestions.size()) {
    return InputError(
        fmt::format("there is no suggestion {}, only {}", options.take, suggestions.size()), "",
        "run it without --take, and choose a number");
  }
  return WriteFile(options.out, WriteTaxonomyCsv(suggestions[options.take - 1].taxonomy), 0600);
}

}  // namespace

Result<Json> SuggestHierarchies(const SuggestOptions& options) {
  GAUZE_ASSIGN(const ColumnValues text, ReadColumnValues({.files = {options.table},
                                                          .csv = options.csv,
                                                          .attribute = {.name = options.column},
                                                          .markers = options.markers}));
  if (text.values.empty()) {
    return InputError("the column has no values: every cell is missing", options.table,
                      "drop it: give it `role: identifying`");
  }
  ColumnValues column = NarrowestType(text);
  Json notes = Json::array();
  if (AreCodes(column, options.column)) {
    notes.push_back(
        "these integers look like codes and not like amounts: write type: text, or they are "
        "generalised to ranges, which mean nothing");
    column = text;
  }
  const auto suggestions = SuggestHierarchies(column, options.column);
  GAUZE_TRY(Take(suggestions, options));
  Json report = {
      {"column", options.column},
      {"type", Name(column.type)},
      {"values", column.values.size()},
      {"rows", std::accumulate(column.counts.begin(), column.counts.end(), std::uint64_t{0})},
      {"notes", notes},
      {"suggestions", Json::array()}};
  for (const HierarchySuggestion& suggestion : suggestions) {
    report["suggestions"].push_back(SuggestionJson(suggestion, column, options.show));
  }
  return report;
}

}  // namespace gauze
