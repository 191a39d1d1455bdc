#include "gauze/transform/widen/ladder.h"

#include <algorithm>
#include <numeric>

namespace gauze::widen {
namespace {

// The place near the middle of a range that fewest rows lie across: its upper half begins there.
Code CutOf(Span span, const std::vector<std::int64_t>& across) {
  const Code size = span.high - span.low + 1;
  const Code middle = span.low + size / 2;
  Code best = middle;
  const auto away = [&](Code code) { return code > middle ? code - middle : middle - code; };
  for (Code code = std::max(span.low + 1, span.low + size / 4);
       code <= span.low + 3 * size / 4 && code <= span.high; ++code) {
    if (across[code] < across[best] || (across[code] == across[best] && away(code) < away(best))) {
      best = code;
    }
  }
  return best;
}

}  // namespace

Ladder::Ladder(const TransformInput& input, std::size_t attribute, LabelStyle style,
               const std::vector<Held>& classes)
    : hierarchy_(input.coded.HierarchyOf(attribute)),
      values_(input.coded.table.domains[attribute].value_count()),
      labeler_(input.coded, attribute, style, BoxStyle::kTight, input.missing) {
  if (hierarchy_ == nullptr) {
    Halve(classes);
  } else {
    for (const Hierarchy::Node& node : hierarchy_->nodes()) {
      rungs_.push_back({.span = node.span, .above = node.parent});
    }
  }
  for (Rung rung = 1; rung < rungs_.size(); ++rung) {
    const ClassValues values = ValuesOf(rung);
    rungs_[rung].loss =
        labeler_.Loss(values.tight, values.cell, values.tight.high - values.tight.low + 1);
  }
}

void Ladder::Halve(const std::vector<Held>& classes) {
  rungs_.push_back({.span = {0, values_ == 0 ? 0 : values_ - 1}});
  std::vector<std::int64_t> across(values_ + 1, 0);
  for (const Held& one : classes) {
    if (one.span.high >= values_ || one.span.low == one.span.high) continue;
    across[one.span.low + 1] += static_cast<std::int64_t>(one.rows);
    across[one.span.high + 1] -= static_cast<std::int64_t>(one.rows);
  }
  std::partial_sum(across.begin(), across.end(), across.begin());
  for (Rung rung = 0; rung < rungs_.size(); ++rung) {
    const Span span = rungs_[rung].span;
    if (span.low == span.high) continue;
    const Code cut = CutOf(span, across);
    rungs_[rung].lower_half = static_cast<Rung>(rungs_.size());
    rungs_.push_back({.span = {span.low, cut - 1}, .above = rung});
    rungs_.push_back({.span = {cut, span.high}, .above = rung});
  }
}

Rung Ladder::Lowest(Span span) const {
  if (hierarchy_ != nullptr) return hierarchy_->Lowest(span);
  if (span.high >= values_) return Top();
  Rung rung = Top();
  while (rungs_[rung].lower_half != 0) {
    const Rung lower = rungs_[rung].lower_half;
    if (rungs_[lower].span.Covers(span)) {
      rung = lower;
    } else if (rungs_[lower + 1].span.Covers(span)) {
      rung = lower + 1;
    } else {
      break;
    }
  }
  return rung;
}

ClassValues Ladder::ValuesOf(Rung rung) const {
  return {.tight = rungs_[rung].span, .cell = rungs_[rung].span, .codes = {}};
}

Label Ladder::Make(Rung rung) const {
  ClassValues values = ValuesOf(rung);
  values.codes.resize(values.tight.high - values.tight.low + 1);
  std::iota(values.codes.begin(), values.codes.end(), values.tight.low);
  return labeler_.Make(values);
}

}  // namespace gauze::widen
