#include "gauze/attack/files/passes/left_over.h"

#include <algorithm>
#include <map>
#include <unordered_map>

#include "gauze/base/stop.h"

namespace gauze {
namespace {

using CellRanges = std::vector<LevelledColumn::Cells>;

// At most one more than kMostCells.
std::size_t CountCells(const CellRanges& ranges) {
  std::size_t cells = 1;
  for (const LevelledColumn::Cells& column : ranges) {
    cells *= column.size();
    if (cells > LeftOverReader::kMostCells) return LeftOverReader::kMostCells + 1;
  }
  return cells;
}

template <typename Visit>
void ForEachCell(const CellRanges& ranges, const Visit& visit) {
  CellTuple cell;
  for (const LevelledColumn::Cells& column : ranges) cell.push_back(column.first);
  for (;;) {
    visit(cell);
    std::size_t j = 0;
    while (j < ranges.size() && cell[j] == ranges[j].last) {
      cell[j] = ranges[j].first;
      ++j;
    }
    if (j == ranges.size()) return;
    ++cell[j];
  }
}

}  // namespace

// Cells in which rows may have been left over, by their numbers.
struct LeftOverReader::OpenCells {
  std::vector<CellTuple> cells;
  std::unordered_map<CellTuple, std::uint32_t, CellTupleHash> numbers;

  std::uint32_t NumberOf(const CellTuple& cell) {
    const auto [at, fresh] = numbers.emplace(cell, static_cast<std::uint32_t>(cells.size()));
    if (fresh) cells.push_back(cell);
    return at->second;
  }
};

LeftOver LeftOverReader::Read(const Levels& levels, const CellTuples& released,
                              const std::vector<std::size_t>& coarser) const {
  LeftOver found;
  OpenCells open;
  std::size_t cells_of_pass = 0;
  std::vector<RowSpread::Class> classes;
  for (const std::size_t one : coarser) {
    StopIfAsked();
    const CellRanges below = CellsOf(one, levels);
    const std::size_t cells = CountCells(below);
    if (cells > kMostCells || cells_of_pass + cells > kMostCellsOfPass) {
      ++found.skipped;
      continue;
    }
    cells_of_pass += cells;
    RowSpread::Class spread{.rows = release_.class_rows[one]};
    ForEachCell(below, [&](const CellTuple& cell) {
      if (!released.contains(cell)) spread.cells.push_back(open.NumberOf(cell));
    });
    classes.push_back(std::move(spread));
    found.classes.push_back({.one = one});
  }
  RowSpread spread(classes, std::vector(open.cells.size(), room_));
  found.refuted = !spread.possible();
  if (found.refuted) return found;
  for (std::uint32_t at = 0; at < classes.size(); ++at) {
    StopIfAsked();
    Ask(at, classes[at].cells, open, levels, spread, found.classes[at]);
  }
  return found;
}

// Where a label has only one cell below it, that says nothing narrower.
void LeftOverReader::Ask(std::uint32_t at, const std::vector<std::uint32_t>& own,
                         const OpenCells& open, const Levels& levels, RowSpread& spread,
                         LeftOverClass& left) const {
  const CellRanges below = CellsOf(left.one, levels);
  if (std::ranges::all_of(below, [](const auto& cells) { return cells.size() == 1; })) return;
  for (std::uint32_t place = 0; place < own.size(); ++place) {
    left.tuples += spread.Fewest(at, {place});
  }
  for (std::size_t j = 0; j < columns_.size(); ++j) {
    if (below[j].size() == 1) continue;
    const auto claims = AskColumn(at, j, own, open, levels, spread, left.one);
    left.claims.insert(left.claims.end(), claims.begin(), claims.end());
  }
}

// Asks on each level from that of the pass up to below the label, and takes the one that tells of
// most rows; of several the lowest.
std::vector<CellClaim> LeftOverReader::AskColumn(std::uint32_t at, std::size_t column,
                                                 const std::vector<std::uint32_t>& own,
                                                 const OpenCells& open, const Levels& levels,
                                                 RowSpread& spread, std::size_t one) const {
  const LevelledColumn& asked = columns_[column];
  const std::size_t label = LabelOf(one, column);
  std::vector<CellClaim> best;
  std::uint64_t most = 0;
  for (std::uint32_t level = levels[column]; level < asked.Of(label).level; ++level) {
    if (asked.Below(label, level).size() == 1) break;
    std::map<std::uint32_t, std::vector<std::uint32_t>> places;  // by cell of this level
    for (std::uint32_t place = 0; place < own.size(); ++place) {
      places[asked.Above(levels[column], open.cells[own[place]][column], level)].push_back(place);
    }
    std::vector<CellClaim> claims;
    std::uint64_t sum = 0;
    for (const auto& [number, chosen] : places) {
      const std::uint64_t rows = spread.Fewest(at, chosen);
      if (rows > 0) claims.push_back({one, column, asked.Values(level, number), rows});
      sum += rows;
    }
    if (sum > most) {
      most = sum;
      best = std::move(claims);
    }
  }
  return best;
}

LeftOverReader::CellRanges LeftOverReader::CellsOf(std::size_t one, const Levels& levels) const {
  CellRanges below;
  for (std::size_t j = 0; j < columns_.size(); ++j) {
    below.push_back(columns_[j].Below(LabelOf(one, j), levels[j]));
  }
  return below;
}

}  // namespace gauze
