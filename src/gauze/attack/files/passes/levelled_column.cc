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
    std::optional<Cell> found;
    for (std::size_t level = 0; level < made.levels_.size() && !found; ++level) {
      if (label.spans.size() != 1) break;
      const auto& cells = made.levels_[level];
      const auto at = std::ranges::lower_bound(cells, label.spans.front().low, {}, &Span::low);
      if (at == cells.end() || *at != label.spans.front()) continue;
      found = {static_cast<std::uint8_t>(level), static_cast<std::uint32_t>(at - cells.begin())};
    }
    if (!found) {
      return InputError(
          fmt::format("labels of column {} are not levels of a hierarchy", column.name), "", kHint);
    }
    made.cells_.push_back(*found);
  }
  return made;
}

LevelledColumn::Cells LevelledColumn::Below(std::size_t label, std::uint8_t level) const {
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
