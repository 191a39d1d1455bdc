#include "gauze/transform/cluster/units.h"

#include <algorithm>
#include <numeric>

namespace gauze::cluster {
namespace {

// The codes of a column that occur, ascending; `ranks` becomes the place of every tuple's code.
std::vector<Code> Rank(const CodeColumn& column, Code domain_size,
                       std::vector<std::uint32_t>& ranks) {
  std::vector<std::uint32_t> rank_of(domain_size);
  std::vector<Code> codes;
  ranks.resize(column.size());
  column.Visit([&](const auto& cells) {
    for (const Code code : cells) rank_of[code] = 1;
    for (Code code = 0; code < domain_size; ++code) {
      if (rank_of[code] == 0) continue;
      rank_of[code] = static_cast<std::uint32_t>(codes.size());
      codes.push_back(code);
    }
    for (std::size_t tuple = 0; tuple < cells.size(); ++tuple) ranks[tuple] = rank_of[cells[tuple]];
  });
  return codes;
}

// Sorts by rank and keeps the order of those that are equal.
void SortBy(const std::vector<std::uint32_t>& ranks, std::size_t values,
            std::vector<std::uint32_t>& order) {
  std::vector<std::uint32_t> next(values + 1);
  for (const std::uint32_t rank : ranks) ++next[rank + 1];
  std::partial_sum(next.begin(), next.end(), next.begin());
  std::vector<std::uint32_t> sorted(order.size());
  for (const std::uint32_t i : order) sorted[next[ranks[i]]++] = i;
  order = std::move(sorted);
}

}  // namespace

Units::Units(const Table& table, const std::vector<std::size_t>& quasi_identifiers, bool by_tuple)
    : width(quasi_identifiers.size()), codes(width), tuples(table.tuples()) {
  std::vector<std::vector<std::uint32_t>> columns(width);
  for (std::size_t j = 0; j < width; ++j) {
    const std::size_t attribute = quasi_identifiers[j];
    codes[j] = Rank(table.columns[attribute], table.domains[attribute].size(), columns[j]);
  }
  std::iota(tuples.begin(), tuples.end(), 0U);
  for (std::size_t j = width; j-- > 0;) SortBy(columns[j], codes[j].size(), tuples);

  for (std::uint32_t i = 0; i < tuples.size(); ++i) {
    const auto differs = [&](const auto& column) {
      return column[tuples[i]] != column[tuples[i - 1]];
    };
    if (i == 0 || by_tuple || std::ranges::any_of(columns, differs)) {
      begin.push_back(i);
      rows.push_back(0);
      for (const auto& column : columns) ranks.push_back(column[tuples[i]]);
    }
    rows.back() += table.counts[tuples[i]];
  }
  begin.push_back(static_cast<std::uint32_t>(tuples.size()));
}

void Units::Reorder(const std::vector<std::uint32_t>& order) {
  const Units old = *this;
  tuples.clear();
  for (std::uint32_t to = 0; to < order.size(); ++to) {
    const std::uint32_t from = order[to];
    begin[to] = static_cast<std::uint32_t>(tuples.size());
    rows[to] = old.rows[from];
    std::copy_n(old.ranks.begin() + static_cast<std::ptrdiff_t>(from * width), width,
                ranks.begin() + static_cast<std::ptrdiff_t>(to * width));
    tuples.insert(tuples.end(), old.tuples.begin() + old.begin[from],
                  old.tuples.begin() + old.begin[from + 1]);
  }
}

}  // namespace gauze::cluster
