#include "gauze/attack/files/passes/levelled_column.h"

#include <fmt/format.h>

#include <algorithm>

namespace gauze {
namespace {

constexpr const char* kHint = "describe the hierarchy that the tool has used: --labels";

}  // namespace

Result<LevelledColumn> LevelledColumn::Make(const labels::ColumnDomain& domain,
                                            const labels::AnyColumn& column) {
  LevelledColumn made;
  made.places_ = &domain.places();
  auto levels = domain.Levels();
  if (!levels) {
    return InputError(
        fmt::format("paths of the hierarchy of column {} differ in length", column.name), "",
        kHint);
  }
  made.levels_ = *std::move(levels);
  for (const labels::Label& label : column.labels) {
    const std::optional<Cell> cell = made.Find(label);
    if (!cell) {
      return InputError(
          fmt::format("labels of column {} are not levels of a hierarchy", column.name), "", kHint);
    }
    made.cells_.push_back(*cell);
  }
  return made;
}

// The lowest level on which the label is a cell, and whether there is another that it may be of.
std::optional<LevelledColumn::Cell> LevelledColumn::Find(const labels::Label& label) const {
  if (label.spans.size() != 1) return std::nullopt;
  const Span values = label.spans.front();
  std::optional<Cell> found;
  std::uint32_t lowest = label.kind == labels::Kind::kNode ? 1 : 0;
  std::uint32_t highest = top() - 1;
  if (label.kind == labels::Kind::kAnything) lowest = highest = top();
  for (std::uint32_t level = lowest; level <= highest; ++level) {
    const auto& cells = levels_[level];
    const auto at = std::ranges::lower_bound(cells, values.low, {}, &Span::low);
    if (at == cells.end() || *at != values) continue;
    if (!found) {
      found = {level, static_cast<std::uint32_t>(at - cells.begin())};
    } else {
      found->lowest_only = true;
    }
  }
  return found;
}

LevelledColumn::Cells LevelledColumn::Below(std::size_t label, std::uint32_t level) const {
  const Span values = Values(cells_[label]);
  const auto& cells = levels_[level];
  const auto first = std::ranges::lower_bound(cells, values.low, {}, &Span::low);
  const auto after = std::ranges::upper_bound(cells, values.high, {}, &Span::low);
  return {static_cast<std::uint32_t>(first - cells.begin()),
          static_cast<std::uint32_t>(after - cells.begin() - 1)};
}

double LevelledColumn::Width(Cell cell) const {
  return cell.level > 0 ? 1 : (*places_)[Values(cell).low].values;
}

}  // namespace gauze
