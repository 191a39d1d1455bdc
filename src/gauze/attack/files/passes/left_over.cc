#include "gauze/attack/files/passes/left_over.h"

#include <algorithm>
#include <map>
#include <unordered_map>

#include "gauze/attack/files/passes/row_spread.h"
#include "gauze/base/stop.h"

namespace gauze {
namespace {

using Below = std::vector<LevelledColumn::Cells>;

bool HasFewCells(const Below& below) {
  std::size_t cells = 1;
  for (const LevelledColumn::Cells& column : below) {
    cells *= column.size();
    if (cells > LeftOverReader::kMostCells) return false;
  }
  return true;
}

bool Holds(const Below& below, const CellTuple& cell) {
  for (std::size_t j = 0; j < below.size(); ++j) {
    if (cell[j] < below[j].first || cell[j] > below[j].last) return false;
  }
  return true;
}

template <typename Visit>
void ForEachCell(const Below& below, const Visit& visit) {
  CellTuple cell;
  for (const LevelledColumn::Cells& column : below) cell.push_back(column.first);
  for (;;) {
    visit(cell);
    std::size_t j = 0;
    while (j < below.size() && cell[j] == below[j].last) {
      cell[j] = below[j].first;
      ++j;
    }
    if (j == below.size()) return;
    ++cell[j];
  }
}

// Cells in which rows may have been left over, by their numbers.
struct OpenCells {
  std::vector<CellTuple> cells;
  std::unordered_map<CellTuple, std::uint32_t, CellTupleHash> numbers;

  std::uint32_t NumberOf(const CellTuple& cell) {
    const auto [at, fresh] = numbers.emplace(cell, static_cast<std::uint32_t>(cells.size()));
    if (fresh) cells.push_back(cell);
    return at->second;
  }
};

}  // namespace

LeftOver LeftOverReader::Read(const Levels& levels, const CellTuples& released,
                              const std::vector<std::size_t>& coarser) const {
  LeftOver found;
  OpenCells open;
  std::vector<RowSpread::Class> classes;
  for (const std::size_t one : coarser) {
    const Below below = CellsOf(one, levels);
    if (!HasFewCells(below)) {
      ++found.skipped;
      found.nested = found.nested || std::ranges::any_of(released, [&](const CellTuple& cell) {
                       return Holds(below, cell);
                     });
      continue;
    }
    RowSpread::Class spread{.rows = release_.class_rows[one]};
    ForEachCell(below, [&](const CellTuple& cell) {
      if (released.contains(cell)) {
        found.nested = true;
      } else {
        spread.cells.push_back(open.NumberOf(cell));
      }
    });
    classes.push_back(std::move(spread));
    found.classes.push_back({.one = one});
  }
  std::vector<std::uint64_t> room;
  for (const CellTuple& cell : open.cells) room.push_back(RoomIn(cell, levels));
  RowSpread spread(classes, std::move(room));
  found.refuted = !spread.possible();
  if (found.refuted) return found;
  for (std::uint32_t at = 0; at < classes.size(); ++at) {
    StopIfAsked();
    LeftOverClass& left = found.classes[at];
    const std::vector<std::uint32_t>& own = classes[at].cells;
    for (std::uint32_t place = 0; place < own.size(); ++place) {
      left.tuples += spread.Fewest(at, {place});
    }
    for (std::size_t j = 0; j < columns_.size(); ++j) {
      if (columns_[j].Of(LabelOf(left.one, j)).level == levels[j]) continue;
      std::map<std::uint32_t, std::vector<std::uint32_t>> places;  // by cell of this column
      for (std::uint32_t place = 0; place < own.size(); ++place) {
        places[open.cells[own[place]][j]].push_back(place);
      }
      for (const auto& [number, chosen] : places) {
        const std::uint64_t rows = spread.Fewest(at, chosen);
        const Span values = columns_[j].Values({levels[j], number});
        if (rows > 0) left.cells.push_back({left.one, j, values, rows});
      }
    }
  }
  return found;
}

LeftOverReader::Below LeftOverReader::CellsOf(std::size_t one, const Levels& levels) const {
  Below below;
  for (std::size_t j = 0; j < columns_.size(); ++j) {
    below.push_back(columns_[j].Below(LabelOf(one, j), levels[j]));
  }
  return below;
}

std::uint64_t LeftOverReader::RoomIn(const CellTuple& cell, const Levels& levels) const {
  double groups = 1;
  for (std::size_t j = 0; j < columns_.size(); ++j) {
    groups *= columns_[j].Width({levels[j], cell[j]});
  }
  const double room = groups * static_cast<double>(room_);
  const auto all = static_cast<double>(release_.rows);
  return room < all ? static_cast<std::uint64_t>(room) : release_.rows;
}

}  // namespace gauze
