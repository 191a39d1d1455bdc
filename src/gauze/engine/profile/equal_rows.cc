#include "gauze/engine/profile/equal_rows.h"

#include <algorithm>
#include <array>
#include <limits>

#include "gauze/base/stop.h"
#include "gauze/engine/profile/key_places.h"

namespace gauze {
namespace {

using Keys = std::array<std::uint64_t, 4096>;  // of some rows that follow each other

// key * values + code, for each row.
void Append(const ColumnCodes& column, std::size_t begin, std::span<std::uint64_t> keys) {
  column.Visit([&](const auto& codes) {
    for (std::size_t i = 0; i < keys.size(); ++i) {
      keys[i] = keys[i] * column.values() + codes[begin + i];
    }
  });
}

// As many of the columns as one key can hold, which begins with a number below `before`.
std::size_t FitOneKey(std::span<const ColumnCodes* const> columns, std::uint64_t before) {
  std::uint64_t left = std::numeric_limits<std::uint64_t>::max() / before;
  std::size_t fit = 0;
  while (fit < columns.size() && columns[fit]->values() <= left) left /= columns[fit++]->values();
  return fit;
}

// Calls use(row, group) for all rows, which are numbered by `groups` so far if that is not empty.
template <typename Use>
bool ForEachRow(std::span<const ColumnCodes* const> columns, std::span<const std::uint32_t> groups,
                std::uint64_t most, const Use& use) {
  constexpr std::size_t kAhead = 16;  // rows, while which a key's place comes from memory
  KeyPlaces places;
  Keys keys;
  const std::size_t rows = columns.front()->rows();
  for (std::size_t begin = 0; begin < rows; begin += keys.size()) {
    StopIfAsked();
    const auto some = std::span(keys).first(std::min(keys.size(), rows - begin));
    std::ranges::fill(some, 0);
    if (!groups.empty()) std::ranges::copy(groups.subspan(begin, some.size()), some.begin());
    for (const ColumnCodes* column : columns) Append(*column, begin, some);
    for (std::size_t i = 0; i < some.size(); ++i) {
      if (i + kAhead < some.size()) places.Expect(some[i + kAhead]);
      use(begin + i, places.Put(some[i]));
    }
    if (places.size() > most) return false;
  }
  return true;
}

GroupSizes SizesOf(std::vector<std::uint32_t> sizes) {
  std::ranges::sort(sizes);
  std::uint64_t alone = 0;
  std::vector<GroupSizes::Count> larger;
  for (const std::uint32_t size : sizes) {
    if (size == 1) {
      ++alone;
      continue;
    }
    if (larger.empty() || larger.back().size != size) larger.push_back({size, 0});
    ++larger.back().groups;
  }
  return {alone, larger};
}

}  // namespace

std::optional<EqualRows> GroupEqualRows(std::span<const ColumnCodes* const> columns,
                                        std::span<const std::uint32_t> weights,
                                        std::uint64_t most) {
  std::vector<std::uint32_t> groups;  // of the rows, by the columns that are done
  std::uint64_t before = 1;           // groups, and no more
  while (true) {
    const std::size_t fit = FitOneKey(columns, before);
    if (fit == columns.size()) break;
    std::vector<std::uint32_t> finer(columns.front()->rows());
    std::uint32_t last = 0;
    if (!ForEachRow(columns.first(fit), groups, most, [&](std::size_t row, std::uint32_t group) {
          finer[row] = group;
          last = std::max(last, group);
        })) {
      return std::nullopt;
    }
    groups = std::move(finer);
    before = std::uint64_t{last} + 1;
    columns = columns.subspan(fit);
  }
  EqualRows equal;
  if (!ForEachRow(columns, groups, most, [&](std::size_t row, std::uint32_t group) {
        if (group == equal.first.size()) {
          equal.first.push_back(static_cast<std::uint32_t>(row));
          equal.sizes.push_back(0);
        }
        equal.sizes[group] += weights.empty() ? 1 : weights[row];
      })) {
    return std::nullopt;
  }
  return equal;
}

std::optional<ThinnedTable> ThinnedTable::Make(std::span<const ColumnCodes* const> columns) {
  constexpr std::uint64_t kFewestRows = 8;  // for each group, on average
  const auto equal = GroupEqualRows(columns, {}, columns.front()->rows() / kFewestRows);
  if (!equal) return std::nullopt;
  ThinnedTable thinned;
  for (const std::uint32_t size : equal->sizes) thinned.weights_.push_back(std::max(size, 2U) - 1);
  for (const std::uint32_t size : equal->sizes) {
    if (size > 1) thinned.weights_.push_back(1);
  }
  for (const ColumnCodes* column : columns) {
    ColumnCodes& codes = thinned.columns_.emplace_back(column->values());
    column->Visit([&](const auto& all) {
      for (const std::uint32_t row : equal->first) codes.Add(all[row]);
      for (std::size_t group = 0; group < equal->first.size(); ++group) {
        if (equal->sizes[group] > 1) codes.Add(all[equal->first[group]]);
      }
    });
  }
  return thinned;
}

GroupSizes ThinnedTable::SizesBy(const std::vector<std::size_t>& columns) const {
  std::vector<const ColumnCodes*> chosen;
  for (const std::size_t column : columns) chosen.push_back(&columns_[column]);
  auto equal = GroupEqualRows(chosen, weights_, weights_.size());
  return SizesOf(std::move(equal->sizes));
}

}  // namespace gauze
