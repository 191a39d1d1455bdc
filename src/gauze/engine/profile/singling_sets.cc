#include "gauze/engine/profile/singling_sets.h"

#include <algorithm>
#include <numeric>
#include <unordered_set>

#include "gauze/base/hash.h"
#include "gauze/base/once_counter.h"
#include "gauze/base/parallel.h"

namespace gauze {
namespace {

using ColumnSet = std::vector<std::size_t>;

// Columns worth trying, in their order.
ColumnSet Searched(const std::vector<NumberedCells>& columns) {
  ColumnSet all(columns.size());
  std::iota(all.begin(), all.end(), 0);
  if (all.size() <= kMostSearched) return all;
  std::vector<std::size_t> values(columns.size());
  ForEach(columns.size(), [&](std::size_t c) {
    values[c] = std::unordered_set<std::uint64_t>(columns[c].begin(), columns[c].end()).size();
  });
  std::ranges::sort(all, [&](std::size_t a, std::size_t b) {
    return values[a] != values[b] ? values[a] > values[b] : a < b;
  });
  all.resize(kMostSearched);
  std::ranges::sort(all);
  return all;
}

std::vector<ColumnSet> Pairs(const ColumnSet& columns) {
  std::vector<ColumnSet> pairs;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    for (std::size_t j = i + 1; j < columns.size(); ++j) {
      pairs.push_back({columns[i], columns[j]});
    }
  }
  return pairs;
}

std::vector<ColumnSet> Extended(const ColumnSet& set, const ColumnSet& columns) {
  std::vector<ColumnSet> larger;
  for (const std::size_t column : columns) {
    if (std::ranges::find(set, column) != set.end()) continue;
    larger.push_back(set);
    larger.back().push_back(column);
    std::ranges::sort(larger.back());
  }
  return larger;
}

}  // namespace

std::uint64_t CountAlone(const std::vector<NumberedCells>& columns, const ColumnSet& set) {
  const std::size_t rows = columns.front().size();
  OnceCounter counter;
  for (std::size_t row = 0; row < rows; ++row) {
    std::uint64_t key = 0;
    for (const std::size_t column : set) key = Mix(key, columns[column][row]);
    counter.Add(key);
  }
  return counter.once();
}

std::vector<ColumnSet> FindSinglingSets(const std::vector<NumberedCells>& columns) {
  std::vector<ColumnSet> found;
  if (columns.empty()) return found;
  const ColumnSet searched = Searched(columns);
  ColumnSet everything(columns.size());
  std::iota(everything.begin(), everything.end(), 0);
  const std::uint64_t most = CountAlone(columns, everything);
  ColumnSet best;
  for (std::size_t size = 1; size <= std::min(kLargestSet, searched.size()); ++size) {
    const auto tried = size == 2 ? Pairs(searched) : Extended(best, searched);
    std::vector<std::uint64_t> alone(tried.size());
    ForEach(tried.size(), [&](std::size_t i) { alone[i] = CountAlone(columns, tried[i]); });
    const auto place = std::ranges::max_element(alone) - alone.begin();
    best = tried[static_cast<std::size_t>(place)];
    const std::uint64_t rows = alone[static_cast<std::size_t>(place)];
    if (rows > 0) found.push_back(best);
    if (rows == most) break;
  }
  return found;
}

}  // namespace gauze
