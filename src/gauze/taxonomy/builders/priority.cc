#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <unordered_set>

#include "gauze/taxonomy/build.h"

namespace gauze {
namespace {

// Where the values of each "other" start, in order of frequency: the rarer half of all, the rarer
// half of that, and so on while there are two to join.
std::vector<std::size_t> Halves(std::size_t count) {
  std::vector<std::size_t> starts;
  for (std::size_t rare = (count + 1) / 2; rare >= 2; rare = (rare + 1) / 2) {
    starts.push_back(count - rare);
  }
  return starts;
}

std::string LevelName(const std::string& base, std::size_t level) {
  return level == 0 ? base : fmt::format("{} {}", base, level + 1);
}

// The first of "other", "other values", "(other)", "((other))", … that no value uses.
std::string FreeName(const ColumnValues& column, std::size_t levels) {
  std::unordered_set<std::string_view> texts;
  for (const Value& value : column.values) texts.insert(value.text);
  const auto is_free = [&](const std::string& base) {
    for (std::size_t level = 0; level < levels; ++level) {
      if (texts.contains(LevelName(base, level))) return false;
    }
    return true;
  };
  if (is_free("other")) return "other";
  if (is_free("other values")) return "other values";
  std::string base = "(other)";
  while (!is_free(base)) base = fmt::format("({})", base);
  return base;
}

Result<Taxonomy> BuildPriority(const ColumnValues& column, const Parameters& /*parameters*/,
                               const std::string& where) {
  std::vector<std::size_t> by_count(column.values.size());
  std::iota(by_count.begin(), by_count.end(), std::size_t{0});
  // Of equally frequent values the first is first.
  std::ranges::sort(by_count, [&](std::size_t a, std::size_t b) {
    return column.counts[a] != column.counts[b] ? column.counts[a] > column.counts[b] : a < b;
  });
  const std::vector<std::size_t> starts = Halves(by_count.size());
  const std::string base = FreeName(column, starts.size());
  const auto path = [&](std::size_t rank) {
    std::vector<std::string> names = {column.values[by_count[rank]].text};
    for (std::size_t level = starts.size(); level-- > 0;) {
      if (rank >= starts[level]) names.push_back(LevelName(base, level));
    }
    return names;
  };
  return TaxonomyOfPaths(column, path, where);
}

}  // namespace

HierarchyBuilder PriorityBuilder() {
  return {.descriptor = {.name = "priority",
                         .summary = "frequent values stay exact, rare ones merge with rare ones",
                         .parameters = {},
                         .guarantees = "a value is never joined with a rarer one before the values "
                                       "that are rarer still",
                         .not_covered = "that a value is among the rarer half can be read from its "
                                        "label",
                         .reference = "docs/hierarchies.md#priority"},
          .short_form = "",
          .build = BuildPriority};
}

}  // namespace gauze
