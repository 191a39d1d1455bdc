#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "gauze/taxonomy/build.h"
#include "gauze/taxonomy/half_open.h"
#include "gauze/taxonomy/suggest/ways.h"

namespace gauze {
namespace {

constexpr double kMostIntervals = 20;
constexpr std::size_t kGroups = 8;

// The smallest of 1, 2, 5, 10, 20, 50, … that leaves at most twenty intervals, as text. Integers
// that differ by little are joined by two.
std::string RoundWidth(const ColumnValues& column) {
  const double wanted = (column.values.back().real - column.values.front().real) / kMostIntervals;
  const bool integer = column.type == ValueType::kInteger;
  int exponent = wanted > 0 ? static_cast<int>(std::floor(std::log10(wanted))) : 0;
  exponent = std::max(exponent, integer ? 0 : -6);
  for (;; ++exponent) {
    for (const int digit : {1, 2, 5}) {
      if (digit * std::pow(10.0, exponent) < wanted || (integer && exponent == 0 && digit == 1)) {
        continue;
      }
      return exponent >= 0 ? fmt::format("{}{:0<{}}", digit, "", exponent)
                           : fmt::format("0.{:0<{}}{}", "", -exponent - 1, digit);
    }
  }
}

// Which of eight groups each value is in, so that they have about equally many rows.
std::vector<std::size_t> GroupsOfRows(const ColumnValues& column) {
  const std::uint64_t rows =
      std::accumulate(column.counts.begin(), column.counts.end(), std::uint64_t{0});
  std::vector<std::size_t> group_of;
  std::uint64_t before = 0;
  for (const std::uint64_t count : column.counts) {
    const auto middle = static_cast<double>(before) + static_cast<double>(count) / 2;
    group_of.push_back(static_cast<std::size_t>(middle * kGroups / static_cast<double>(rows)));
    before += count;
  }
  return group_of;
}

std::optional<HierarchySuggestion> Quantiles(const ColumnValues& column) {
  if (column.values.size() < 2 * kGroups) return std::nullopt;
  const std::vector<std::size_t> group_of = GroupsOfRows(column);
  // Labels of groups, of pairs and of fours, by their first and last value.
  std::map<std::pair<std::size_t, std::size_t>, std::pair<std::size_t, std::size_t>> ends;
  for (std::size_t i = 0; i < group_of.size(); ++i) {
    for (const std::size_t size : {1, 2, 4}) {
      ends.try_emplace({size, group_of[i] / size}, i, i).first->second.second = i;
    }
  }
  const auto path = [&](std::size_t i) {
    std::vector<std::string> names = {column.values[i].text};
    for (const std::size_t size : {1, 2, 4}) {
      const auto [first, last] = ends.at({size, group_of[i] / size});
      if (first == last) continue;
      names.push_back(fmt::format("[{}, {}]", column.values[first].text, column.values[last].text));
    }
    return names;
  };
  auto taxonomy = TaxonomyOfPaths(column, path, "");
  if (!taxonomy) return std::nullopt;
  return HierarchySuggestion{
      "",
      "groups with about equally many rows, joined two by two; their ends are values of the data",
      *std::move(taxonomy)};
}

}  // namespace

std::vector<HierarchySuggestion> SuggestForNumbers(const ColumnValues& column,
                                                   std::string_view /*name*/) {
  std::vector<HierarchySuggestion> suggestions;
  const auto add = [&](std::optional<HierarchySuggestion> suggestion) {
    if (suggestion) suggestions.push_back(*std::move(suggestion));
  };
  if (column.type == ValueType::kDate || column.type == ValueType::kTimestamp) {
    add(SuggestBuilder(column, "date", {}, "{date: {}}", "parts of the calendar"));
  } else if (column.type == ValueType::kInteger || column.type == ValueType::kDecimal) {
    const std::string width = RoundWidth(column);
    add(SuggestBuilder(column, "interval", {{"width", width, ""}},
                       fmt::format("{{interval: {{width: {}}}}}", width),
                       "intervals of equal width, between round numbers"));
  } else if (HalfOpenRanges(column.values).size() > 2) {
    add(SuggestBuilder(column, "order", {{"fanout", "2", ""}}, "{order: {fanout: 2}}",
                       "ranges already: neighbours are joined two by two"));
    return suggestions;
  } else {
    return {};
  }
  add(Quantiles(column));
  return suggestions;
}

}  // namespace gauze
