#include <algorithm>

#include "gauze/labels/column_domain.h"

// A label as places of the domain, kind by kind.

namespace gauze::labels {
namespace {

std::vector<Span> Joined(std::vector<Code> places) {
  std::ranges::sort(places);
  std::vector<Span> spans;
  for (const Code place : places) {
    if (!spans.empty() && place <= spans.back().high + 1) {
      spans.back().high = std::max(spans.back().high, place);
    } else {
      spans.push_back({.low = place, .high = place});
    }
  }
  return spans;
}

// A star hides, also where nothing else is known that could be behind it.
Label HidingSomething(Label label) {
  label.values = std::max(label.values, 2.0);
  return label;
}

}  // namespace

Label ColumnDomain::Of(Kind kind, std::vector<Span> spans, std::vector<Code> certain) const {
  Label label{.kind = kind, .spans = std::move(spans), .certain = std::move(certain)};
  for (const Span span : label.spans) {
    label.values += values_until_[span.high + 1] - values_until_[span.low];
  }
  return label;
}

bool ColumnDomain::IsAmbiguous(const Cell& label) const {
  if (IsMissing(label) || IsAnything(label) || !FindNode(*label)) return false;
  const auto range = RangeOf(*label);
  return range && ReadRange(*range).spans != Read(label).spans;
}

Label ColumnDomain::Read(const Cell& label) const {
  if (IsMissing(label)) {
    return missing_ ? Of(Kind::kMissing, {{*missing_, *missing_}}) : Of(Kind::kMissing, {});
  }
  if (IsAnything(label)) return ReadAnything();
  if (const auto node = FindNode(*label)) return ReadNode(*node);
  if (const auto range = RangeOf(*label)) return ReadRange(*range);
  if (const auto parts = SetOf(*label)) return ReadSet(*parts);
  if (foreign_ && IsMask(*label) && !taxonomy_ && !IsNumeric(type())) return ReadMask(*label);
  const auto place = FindAs(attribute_, SingleValue(*label));
  return place ? Of(Kind::kValue, {{*place, *place}}) : Of(Kind::kValue, {});
}

Label ColumnDomain::ReadAnything() const {
  std::vector<Code> certain;
  // Where the hierarchy has all values, a star is its root.
  if (taxonomy_ && names_.empty()) {
    certain = ReadNode(Taxonomy::kRoot).certain;
    if (telling_->missing_certain) certain.push_back(*missing_);
  }
  // So are the only two values of a column without one.
  const bool flat = !taxonomy_ && !IsNumeric(type()) &&
                    std::ranges::none_of(
                        names_, [&](const auto& name) { return foreign_ && IsMask(name.first); });
  if (flat && places_.size() == 2) certain = {0, 1};
  std::vector<Span> all;
  if (!places_.empty()) all = {{0, static_cast<Code>(places_.size() - 1)}};
  return HidingSomething(Of(Kind::kAnything, std::move(all), std::move(certain)));
}

Label ColumnDomain::ReadNode(NodeId node) const {
  std::vector<Code> certain;
  for (const NodeId leaf : telling_->certain[node]) certain.push_back(leaves_below_[leaf].low);
  return Of(Kind::kNode, {leaves_below_[node]}, std::move(certain));
}

bool ColumnDomain::EndsOccur(const RangeForm& range) const {
  const Value from = *ParseValue(attribute_, range.low);
  const Value to = *ParseValue(attribute_, range.high);
  if (!grid_->Holds(from) || !grid_->Holds(to)) return true;
  const Value& end = grid_->open() ? grid_->From(to) : grid_->To(to);
  const bool on_grid = grid_->From(from).text == from.text && end.text == to.text &&
                       range.low_belongs && (range.high_belongs || grid_->open());
  if (!on_grid) return true;  // whatever it is, it is not a label of this grid
  const bool one_step = grid_->To(from).text == to.text;
  return (one_step ? grid_->CertainInOneStep() : grid_->CertainInSeveral()) > 0;
}

Label ColumnDomain::ReadRange(const RangeForm& range) const {
  const auto key = [&](const std::string& end) -> std::optional<std::uint64_t> {
    if (end.empty()) return std::nullopt;
    return OrderKey(type(), *ParseValue(attribute_, end));
  };
  const auto from = key(range.low);
  const auto to = key(range.high);
  if (taxonomy_) {
    std::vector<Code> inside;
    std::vector<Code> certain;
    for (Code leaf = 0; leaf < taxonomy_->leaves().size(); ++leaf) {
      const auto value = ParseValue(attribute_, places_[leaf].name);
      if (!value) continue;
      const std::uint64_t own = OrderKey(type(), *value);
      if (from && (range.low_belongs ? own < *from : own <= *from)) continue;
      if (to && (range.high_belongs ? own > *to : own >= *to)) continue;
      inside.push_back(leaf);
      if (own == from || own == to) certain.push_back(leaf);
    }
    return Of(Kind::kRange, Joined(std::move(inside)), std::move(certain));
  }
  const Code last = numbers_.empty() ? 0 : numbers_.rbegin()->second + (above_ ? 1 : 0);
  const Code low = from ? numbers_.at(*from) + (range.low_belongs ? 0 : 1) : 0;
  const Code end = to ? numbers_.at(*to) : last;
  const bool without_end = to && !range.high_belongs;
  if (low > end || (low == end && without_end)) return Of(Kind::kRange, {});
  const Code high = without_end ? end - 1 : end;
  if (grid_ && from && to && !EndsOccur(range)) return Of(Kind::kRange, {{low, high}});
  std::vector<Code> certain;
  if (from && range.low_belongs) certain.push_back(low);
  if (to && range.high_belongs && (certain.empty() || high != low)) {
    certain.push_back(high);
  }
  return Of(Kind::kRange, {{low, high}}, std::move(certain));
}

Label ColumnDomain::ReadSet(const std::vector<std::string>& parts) const {
  std::vector<Code> inside;
  std::vector<Code> certain;
  for (const std::string& part : parts) {
    if (const auto node = FindNode(part)) {
      const Span below = leaves_below_[*node];
      for (Code leaf = below.low; leaf <= below.high; ++leaf) inside.push_back(leaf);
    } else if (const auto place = FindAs(attribute_, part)) {
      inside.push_back(*place);
      certain.push_back(*place);
    }
  }
  std::ranges::sort(certain);
  certain.erase(std::ranges::unique(certain).begin(), certain.end());
  return Of(Kind::kSet, Joined(std::move(inside)), std::move(certain));
}

Label ColumnDomain::ReadMask(const std::string& mask) const {
  const std::string begin = mask.substr(0, mask.find('*'));
  std::vector<Code> inside;
  for (auto name = names_.lower_bound(begin); name != names_.end(); ++name) {
    if (!name->first.starts_with(begin)) break;
    if (MaskCovers(mask, name->first)) inside.push_back(name->second);
  }
  return HidingSomething(Of(Kind::kMask, Joined(std::move(inside))));
}

}  // namespace gauze::labels
