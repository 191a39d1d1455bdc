#include "gauze/labels/column_domain.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace gauze::labels {
namespace {

// The values of a type that have neighbours: it is known how many lie between two of them.
bool HasSteps(ValueType type) { return type == ValueType::kInteger || type == ValueType::kDate; }

// Leaves below each node: they are neighbours, because leaves come depth first.
std::vector<Span> LeavesBelow(const Taxonomy& taxonomy) {
  constexpr Code kNone = ~Code{0};
  std::vector<Span> below(taxonomy.nodes().size(), {.low = kNone, .high = 0});
  for (Code leaf = 0; leaf < taxonomy.leaves().size(); ++leaf) {
    for (NodeId node = taxonomy.leaves()[leaf];; node = taxonomy[node].parent) {
      below[node].low = std::min(below[node].low, leaf);
      below[node].high = std::max(below[node].high, leaf);
      if (node == Taxonomy::kRoot) break;
    }
  }
  return below;
}

}  // namespace

bool Covers(const std::vector<Span>& spans, Code place) {
  const auto after = std::ranges::upper_bound(spans, place, {}, &Span::low);
  return after != spans.begin() && place <= std::prev(after)->high;
}

Result<ColumnDomain> ColumnDomain::Make(const ColumnDescription& column, const Description& all,
                                        const std::vector<Cell>& shown,
                                        const std::vector<Cell>& known) {
  ColumnDomain made;
  made.attribute_.name = column.name;
  made.lists_ = all.lists;
  made.foreign_ = all.foreign;
  made.suppressed_ = all.suppressed;
  made.missing_marks_ = all.missing;
  made.taxonomy_ = column.taxonomy;
  if (made.taxonomy_) {
    made.leaves_below_ = LeavesBelow(*made.taxonomy_);
    for (NodeId node = 0; node < made.taxonomy_->nodes().size(); ++node) {
      if (made.taxonomy_->IsLeaf(node)) continue;
      made.inner_of_.emplace((*made.taxonomy_)[node].label, node);
    }
  }
  if (column.type) {
    made.attribute_.type = *column.type;
    made.attribute_.format = column.format;
  } else {
    made.RecogniseType(shown, known);
  }
  made.known_ = made.attribute_;
  made.known_.format = column.people_format;
  made.RecogniseLists(shown);
  made.CollectNames(shown, known);
  for (const Cell& cell : known) {
    if (made.IsUnknown(cell) || !IsNumeric(made.type())) continue;
    if (!ParseValue(made.known_, *cell)) {
      return InputError(fmt::format("a cell cannot be read as {}", gauze::Name(made.type())),
                        fmt::format("column {}", column.name), "is this the original file?");
    }
  }
  if (made.taxonomy_ || !IsNumeric(made.type())) {
    made.LayOutNames();
  } else {
    made.LayOutNumbers();
  }
  if (std::ranges::any_of(shown, [&](const Cell& cell) { return made.IsMissing(cell); }) ||
      std::ranges::any_of(known, [&](const Cell& cell) { return made.IsUnknown(cell); })) {
    made.missing_ = static_cast<Code>(made.places_.size());
    made.places_.emplace_back();
  }
  if (made.taxonomy_) {
    made.telling_ = FindTellingNodes(*made.taxonomy_, made.missing_.has_value(), all.raised);
  }
  if (!column.step.empty()) {
    GAUZE_ASSIGN(made.grid_,
                 Grid::Parse(made.type(), column.step, fmt::format("column {}", column.name)));
  }
  made.values_until_.push_back(0);
  for (const Place& place : made.places_) {
    made.values_until_.push_back(made.values_until_.back() + place.values);
  }
  return made;
}

void ColumnDomain::CollectNames(const std::vector<Cell>& shown, const std::vector<Cell>& known) {
  const auto add_as = [&](const Attribute& as, std::string_view text) {
    if (taxonomy_ && taxonomy_->FindLeaf(Spelled(as, text)) != Taxonomy::kRoot) return;
    const auto value = IsNumeric(type()) ? ParseValue(as, text) : std::nullopt;
    if (value && !taxonomy_) {
      numbers_.emplace(OrderKey(type(), *value), 0);
    } else {
      names_.emplace(Spelled(as, text), 0);
    }
  };
  const auto add = [&](std::string_view text) { add_as(attribute_, text); };
  for (const Cell& label : shown) {
    if (IsMissing(label) || IsAnything(label) || FindNode(*label)) continue;
    if (const auto range = RangeOf(*label)) {
      if (!range->low.empty() && !taxonomy_) add(range->low);
      if (!range->high.empty() && !taxonomy_) add(range->high);
      below_ = below_ || range->low.empty();
      above_ = above_ || range->high.empty();
    } else if (const auto parts = SetOf(*label)) {
      for (const std::string& part : *parts) {
        if (!FindNode(part)) add(part);
      }
    } else {
      add(SingleValue(*label));
    }
  }
  // People have values, never nodes.
  for (const Cell& cell : known) {
    if (!IsUnknown(cell)) add_as(known_, *cell);
  }
}

void ColumnDomain::LayOutNames() {
  if (taxonomy_) {
    for (const NodeId leaf : taxonomy_->leaves()) {
      places_.push_back({.name = (*taxonomy_)[leaf].label});
    }
  }
  for (auto& [name, place] : names_) {
    place = static_cast<Code>(places_.size());
    places_.push_back({.name = name});
  }
}

void ColumnDomain::LayOutNumbers() {
  if (below_) places_.emplace_back();
  const std::uint64_t* before = nullptr;
  for (auto& [key, place] : numbers_) {
    if (before != nullptr) {
      const double between = HasSteps(type()) ? static_cast<double>(WholeOfKey(key)) -
                                                    static_cast<double>(WholeOfKey(*before)) - 1
                                              : 1;
      if (between > 0) places_.push_back({.name = "", .values = between});
    }
    place = static_cast<Code>(places_.size());
    places_.push_back({.name = ValueOfKey(type(), key).text});
    before = &key;
  }
  if (above_) places_.emplace_back();
  // What is no number of the column's type: only possible where the type is described.
  for (auto& [name, place] : names_) {
    place = static_cast<Code>(places_.size());
    places_.push_back({.name = name});
  }
}

std::optional<Code> ColumnDomain::Find(const Cell& value) const {
  return IsUnknown(value) ? missing_ : FindAs(known_, *value);
}

std::optional<Code> ColumnDomain::FindAs(const Attribute& as, std::string_view text) const {
  const std::string spelled = Spelled(as, text);
  if (taxonomy_) {
    const NodeId leaf = taxonomy_->FindLeaf(spelled);
    if (leaf != Taxonomy::kRoot) return leaves_below_[leaf].low;
  } else if (IsNumeric(type())) {
    const auto parsed = ParseValue(as, text);
    const auto found = parsed ? numbers_.find(OrderKey(type(), *parsed)) : numbers_.end();
    if (found != numbers_.end()) return found->second;
  }
  const auto found = names_.find(spelled);
  return found == names_.end() ? std::nullopt : std::optional(found->second);
}

}  // namespace gauze::labels
