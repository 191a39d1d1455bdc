#include "gauze/transform/label_book.h"

namespace gauze {

SpanTable::Slot& SpanTable::Find(Span span) {
  std::uint64_t hash = (std::uint64_t{span.low} << 32U | span.high) * 0x9E3779B97F4A7C15U;
  hash ^= hash >> 32U;
  std::size_t at = hash & (slots_.size() - 1);
  while (slots_[at].used && !(slots_[at].span == span)) at = (at + 1) & (slots_.size() - 1);
  return slots_[at];
}

std::uint32_t& SpanTable::operator[](Span span) {
  Slot* slot = &Find(span);
  if (slot->used) return slot->label;
  if (++used_ * 2 > slots_.size()) {
    std::vector<Slot> old(slots_.size() * 2);
    old.swap(slots_);
    for (const Slot& moved : old) {
      if (moved.used) Find(moved.span) = moved;
    }
    slot = &Find(span);
  }
  slot->used = true;
  slot->span = span;
  return slot->label;
}

std::uint32_t LabelBook::IndexOf(const std::vector<Code>& codes) {
  const Span span{codes.front(), codes.back()};
  return IndexOf({.tight = span, .cell = span, .codes = codes});
}

std::uint32_t LabelBook::IndexOf(const ClassValues& values) {
  if (labeler_.lists_codes() && values.codes.size() > 1) {
    const auto known = by_codes_.find(values.codes);
    if (known != by_codes_.end()) return known->second;
    return by_codes_.emplace(values.codes, Spell(values)).first->second;
  }
  const Span printed = labeler_.Printed(values.tight, values.cell);
  std::uint32_t& known = by_span_[printed];
  if (known == SpanTable::kNone) known = Spell(values);
  return known;
}

// Different values may print the same: spans below one node, or between two lines of a grid.
std::uint32_t LabelBook::Spell(const ClassValues& values) {
  Label label = labeler_.Make(values);
  // Other ranges with different ends print different things.
  if (labeler_.prints_range() && !labeler_.on_grid()) {
    labels_.push_back(std::move(label));
    return static_cast<std::uint32_t>(labels_.size() - 1);
  }
  // A missing label has no text; no other label is empty.
  const auto [entry, added] =
      by_text_.emplace(label.text, static_cast<std::uint32_t>(labels_.size()));
  if (added) labels_.push_back(std::move(label));
  return entry->second;
}

}  // namespace gauze
