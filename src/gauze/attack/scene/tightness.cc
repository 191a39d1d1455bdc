#include "gauze/attack/scene/tightness.h"

#include <fmt/format.h>

#include <algorithm>

namespace gauze::labels {
namespace {

// Whether two of the ranges overlap and neither is inside of the other.
bool RangesCross(const std::vector<Label>& labels) {
  std::vector<Span> ranges;
  for (const Label& label : labels) {
    if (label.kind == Kind::kRange && label.hidden()) {
      ranges.push_back({.low = label.spans.front().low, .high = label.spans.back().high});
    }
  }
  std::ranges::sort(
      ranges, [](Span a, Span b) { return a.low != b.low ? a.low < b.low : a.high > b.high; });
  std::vector<Span> around;  // each inside of the one before
  for (const Span range : ranges) {
    while (!around.empty() && around.back().high < range.low) around.pop_back();
    if (!around.empty() && around.back().high < range.high) return true;
    around.push_back(range);
  }
  return false;
}

void KeepRecognised(AnyColumn& column) {
  const bool cross = RangesCross(column.labels);
  bool sets = false;
  for (Label& label : column.labels) {
    sets = sets || label.kind == Kind::kSet;
    const bool keeps = label.kind == Kind::kSet || (label.kind == Kind::kRange && cross);
    if (!keeps) label.certain.clear();
  }
  column.why = cross  ? "its ranges cross each other, so their ends come from rows"
               : sets ? "a set lists what occurs"
                      : "neither sets nor ranges that cross each other";
}

}  // namespace

void DecideTightness(std::optional<bool> described, std::size_t column, AnyRelease& release) {
  AnyColumn& shown = release.columns[column];
  if (described) {
    shown.why = *described ? "described as tight" : "described as not tight";
  } else {
    KeepRecognised(shown);
  }
  std::uint64_t refuted = 0;
  for (std::size_t one = 0; one < release.classes(); ++one) {
    // Whatever its kind, a tight label that hides something needs two rows.
    const Label& label = release.LabelOf(one, column);
    const bool claims = label.hidden() && !label.certain.empty();
    const std::size_t needed = std::max<std::size_t>(2, label.certain.size());
    if (claims && release.class_rows[one] < needed) ++refuted;
  }
  if (refuted > 0) {
    shown.why = fmt::format("{} classes have fewer rows than a tight label would need", refuted);
  }
  for (Label& label : shown.labels) {
    // A label of one value hides nothing.
    if (!label.hidden() || refuted > 0 || (described && !*described)) label.certain.clear();
    shown.tight = shown.tight || !label.certain.empty();
  }
}

}  // namespace gauze::labels
