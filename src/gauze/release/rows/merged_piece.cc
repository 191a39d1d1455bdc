#include "gauze/release/rows/merged_piece.h"

#include <cstdint>
#include <optional>

#include "gauze/base/parallel.h"

namespace gauze {
namespace {

template <typename T>
int CompareNumbers(T a, T b) {
  return a == b ? 0 : a < b ? -1 : 1;
}

// Missing comes last.
int CompareCells(const ReleasedColumn& a, std::size_t i, const ReleasedColumn& b, std::size_t j) {
  if (!a.codes.empty()) return CompareNumbers(a.codes[i], b.codes[j]);
  if (!a.keys.empty()) return CompareNumbers(a.keys[i], b.keys[j]);
  if (a.texts[i] && b.texts[j]) return a.texts[i]->compare(*b.texts[j]);
  return static_cast<int>(!a.texts[i]) - static_cast<int>(!b.texts[j]);
}

int CompareGroups(const std::vector<std::size_t>& columns, const PlaceInBlock& a,
                  const PlaceInBlock& b) {
  for (const std::size_t c : columns) {
    const int order = CompareCells(a.block->columns[c], a.group, b.block->columns[c], b.group);
    if (order != 0) return order;
  }
  return 0;
}

}  // namespace

PrintedOrder::PrintedOrder(const PrintedValues::Sorted& values,
                           const std::set<std::string>& quasi_identifiers) {
  for (std::size_t c = 0; c < values.columns(); ++c) {
    const bool first = quasi_identifiers.contains(values.name(c));
    (first ? quasi_identifying_ : others_).push_back(c);
  }
}

int PrintedOrder::CompareClasses(const PlaceInBlock& a, const PlaceInBlock& b) const {
  return CompareGroups(quasi_identifying_, a, b);
}

int PrintedOrder::CompareInClass(const PlaceInBlock& a, const PlaceInBlock& b) const {
  return CompareGroups(others_, a, b);
}

std::vector<std::size_t> PrintedOrder::ClassEnds(const ReleasedTable& block) const {
  const std::size_t groups = block.counts.size();
  std::vector<std::uint32_t> differs(groups);  // from the group before
  for (const std::size_t c : quasi_identifying_) {
    const auto& codes = block.columns[c].codes;
    for (std::size_t i = 1; i < groups; ++i) differs[i] |= codes[i] ^ codes[i - 1];
  }
  std::vector<std::size_t> ends;
  for (std::size_t i = 1; i < groups; ++i) {
    if (differs[i] != 0) ends.push_back(i);
  }
  ends.push_back(groups);
  return ends;
}

void MergedPiece::Add(const PlaceInBlock& from, std::size_t end) {
  groups_ += end - from.group;
  if (!ranges_.empty() && ranges_.back().from.block == from.block &&
      ranges_.back().end == from.group) {
    ranges_.back().end = end;
  } else {
    ranges_.push_back({from, end});
  }
}

template <typename T, typename Find>
std::vector<T> MergedPiece::Gathered(const Find& find) const {
  std::vector<T> gathered;
  gathered.reserve(groups_);
  for (const Range& range : ranges_) {
    const std::vector<T>& all = find(*range.from.block);
    gathered.insert(gathered.end(), all.begin() + static_cast<std::ptrdiff_t>(range.from.group),
                    all.begin() + static_cast<std::ptrdiff_t>(range.end));
  }
  return gathered;
}

ReleasedColumn MergedPiece::GatherColumn(std::size_t c, const PrintedValues::Sorted& values) const {
  const ReleasedColumn& first = ranges_.front().from.block->columns[c];
  ReleasedColumn column{.name = values.name(c), .type = values.type(c)};
  if (!first.codes.empty()) {
    column.codes = Gathered<std::uint32_t>(
        [&](const ReleasedTable& block) -> const auto& { return block.columns[c].codes; });
    values.SetValues(c, column);
  } else if (!first.keys.empty()) {
    column.keys = Gathered<std::uint64_t>(
        [&](const ReleasedTable& block) -> const auto& { return block.columns[c].keys; });
  } else {
    column.texts = Gathered<std::optional<std::string>>(
        [&](const ReleasedTable& block) -> const auto& { return block.columns[c].texts; });
  }
  return column;
}

ReleasedTable MergedPiece::Gather(const PrintedValues::Sorted& values) const {
  ReleasedTable table;
  const ReleasedTable& first = *ranges_.front().from.block;
  table.columns.resize(first.columns.size());
  ForEach(table.columns.size(), [&](std::size_t c) { table.columns[c] = GatherColumn(c, values); });
  table.counts = Gathered<std::uint64_t>(
      [](const ReleasedTable& block) -> const auto& { return block.counts; });
  for (const std::uint64_t rows : table.counts) table.rows += rows;
  if (!first.persons.empty()) {
    table.persons = Gathered<std::uint32_t>(
        [](const ReleasedTable& block) -> const auto& { return block.persons; });
  }
  for (std::size_t i = 0; i < first.own.size(); ++i) {
    table.own.push_back(Gathered<std::uint32_t>(
        [&](const ReleasedTable& block) -> const auto& { return block.own[i]; }));
  }
  return table;
}

}  // namespace gauze
