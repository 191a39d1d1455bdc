#include "gauze/attack/files/passes/levelled_column.h"

#include <fmt/format.h>

#include <algorithm>

namespace gauze {

Result<LevelledColumn> LevelledColumn::Make(const labels::ColumnDomain& domain,
                                            const labels::AnyColumn& column) {
  const auto fails = [&](const char* problem) {
    return InputError(fmt::format("column {}: {}", column.name, problem), "",
                      "describe the hierarchy that the tool has used: --labels");
  };
  LevelledColumn made;
  auto levels = domain.Levels();
  if (!levels) return fails("paths of its hierarchy differ in length, or repeat a name");
  made.has_hierarchy_ = !levels->empty();
  made.levels_ = *std::move(levels);
  if (made.has_hierarchy_) made.root_ = made.levels_.back().front();
  made.AddOutside(domain, column);
  for (const labels::Label& label : column.labels) {
    const std::optional<Cell> cell = made.Find(label);
    if (!cell) {
      return fails(made.has_hierarchy_
                       ? "some labels are not in its hierarchy"
                       : "labels hide values, and without a hierarchy it is not known which");
    }
    made.cells_.push_back(*cell);
  }
  return made;
}

// Makes a cell of what is missing, and of each value of a column without hierarchy, on every level
// but the highest.
void LevelledColumn::AddOutside(const labels::ColumnDomain& domain,
                                const labels::AnyColumn& column) {
  if (!has_hierarchy_) levels_.resize(2);
  std::vector<Span> outside;
  for (const labels::Label& label : column.labels) {
    const bool is_outside = label.kind == labels::Kind::kMissing ||
                            (label.kind == labels::Kind::kValue && !has_hierarchy_);
    if (is_outside && label.spans.size() == 1) outside.push_back(label.spans.front());
  }
  std::ranges::sort(outside, {}, &Span::low);
  const auto same = std::ranges::unique(outside);
  outside.erase(same.begin(), same.end());
  for (std::uint32_t level = 0; level < top(); ++level) {
    levels_[level].insert(levels_[level].end(), outside.begin(), outside.end());
  }
  // A named root below "*" hides the same, unless something is missing.
  while (outside.empty() && top() > 1 && levels_[top() - 1].size() == 1) levels_.pop_back();
  levels_.back() = {{0, static_cast<Code>(domain.places().size() - 1)}};
}

// The lowest level on which the label is a cell, and whether there is another that it may be of. A
// root may be named, and hides what is missing as "*" does.
std::optional<LevelledColumn::Cell> LevelledColumn::Find(const labels::Label& label) const {
  using enum labels::Kind;
  const Span everything = levels_.back().front();
  const Cell highest = {.level = top(), .shows_nothing = true, .values = everything};
  if (label.kind == kAnything) return has_hierarchy_ ? std::optional(highest) : std::nullopt;
  if (label.spans.size() != 1) return std::nullopt;
  const Span values = label.spans.front();
  std::optional<Cell> found;
  for (std::uint32_t level = 0; level < top(); ++level) {
    const auto& cells = levels_[level];
    const auto at = std::ranges::lower_bound(cells, values.low, {}, &Span::low);
    if (at == cells.end() || *at != values) continue;
    if (found) {
      found->lowest_only = true;
    } else {
      const auto number = static_cast<std::uint32_t>(at - cells.begin());
      found = {.level = level, .number = number, .values = values};
    }
  }
  const bool is_root = has_hierarchy_ && values == root_ && label.kind != kValue;
  if (is_root && !found) return highest;
  if (found && (is_root || label.kind == kMissing)) {
    found->lowest_only = true;
    found->shows_nothing = true;
    if (is_root) found->values = everything;
  }
  return found;
}

LevelledColumn::Cells LevelledColumn::Below(std::size_t label, std::uint32_t level) const {
  const Span values = cells_[label].values;
  const auto& cells = levels_[level];
  const auto first = std::ranges::lower_bound(cells, values.low, {}, &Span::low);
  const auto after = std::ranges::upper_bound(cells, values.high, {}, &Span::low);
  return {static_cast<std::uint32_t>(first - cells.begin()),
          static_cast<std::uint32_t>(after - cells.begin() - 1)};
}

std::uint32_t LevelledColumn::Above(std::uint32_t level, std::uint32_t number,
                                    std::uint32_t higher) const {
  const auto& cells = levels_[higher];
  const auto after = std::ranges::upper_bound(cells, Values(level, number).low, {}, &Span::low);
  return static_cast<std::uint32_t>(after - cells.begin() - 1);
}

}  // namespace gauze
