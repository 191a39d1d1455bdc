#include "gauze/transform/suppress/class_state.h"

#include <algorithm>
#include <bit>
#include <numeric>

namespace gauze::suppress {
namespace {

constexpr std::uint32_t kNoGroup = 0xFFFFFFFF;

}  // namespace

ClassState::ClassState(const QsCondition& condition, std::size_t labels)
    : condition_(condition), shares_(labels), is_touched_(labels) {}

void ClassState::Reset(std::vector<SearchRow> rows) {
  for (const LabelId label : touched_) {
    shares_[label] = 0;
    is_touched_[label] = 0;
  }
  touched_.clear();
  everywhere_ = 0;
  focus_ = kNoRow;
  rows_ = std::move(rows);
  masks_.assign(rows_.size(), 0);
  total_rows_ = 0;
  for (const SearchRow& row : rows_) total_rows_ += row.weight;
  unit_ = kWhole / static_cast<std::int64_t>(std::max<std::uint64_t>(total_rows_, 1));
  for (std::size_t row = 0; row < rows_.size(); ++row) Apply(row, 1);
}

Cost ClassState::TotalCost() const {
  Cost cost = 0;
  for (std::size_t row = 0; row < rows_.size(); ++row) {
    cost += links(row).CostOf(masks_[row]) * static_cast<Cost>(rows_[row].weight);
  }
  return cost;
}

std::int64_t ClassState::Share(std::size_t row, std::uint32_t linked) const {
  return unit_ / linked * static_cast<std::int64_t>(rows_[row].weight);
}

void ClassState::Apply(std::size_t row, int sign) {
  const std::uint32_t linked = links(row).Count(masks_[row]);
  if (linked == 0) return;
  if (linked == labels()) {
    everywhere_ += static_cast<std::uint64_t>(sign) * rows_[row].weight;
    return;
  }
  const std::int64_t share = sign * Share(row, linked);
  links(row).ForEachLinked(masks_[row], [&](LabelId label) {
    shares_[label] += share;
    if (is_touched_[label] == 0) {
      is_touched_[label] = 1;
      touched_.push_back(label);
    }
  });
}

void ClassState::Set(std::size_t row, Mask removed) {
  if (row == focus_) {
    masks_[row] = removed;
    return;
  }
  if (masks_[row] == removed) return;
  Apply(row, -1);
  masks_[row] = removed;
  Apply(row, 1);
  if (focus_ != kNoRow) Apply(std::exchange(focus_, kNoRow), 1);
}

void ClassState::SetAll(const std::vector<Mask>& masks) {
  for (std::size_t row = 0; row < masks.size(); ++row) Set(row, masks[row]);
}

void ClassState::Focus(std::size_t row) {
  if (focus_ == row) return;
  if (focus_ != kNoRow) Apply(focus_, 1);
  focus_ = row;
  Apply(row, -1);
  GroupLabels();
}

void ClassState::GroupLabels() {
  std::erase_if(touched_, [&](LabelId label) {
    if (shares_[label] != 0) return false;
    is_touched_[label] = 0;
    return true;
  });
  others_total_ = 0;
  if (condition_.kind() == QsCondition::Kind::kCloseness) {
    SumOthers();
  } else {
    GroupOthers();
  }
}

void ClassState::SumOthers() {
  Wide square = 0;
  for (const LabelId label : touched_) {
    square += static_cast<Wide>(shares_[label]) * shares_[label];
    others_total_ += shares_[label];
  }
  others_square_ = static_cast<double>(square);
  others_dot_ = 0;
  for (std::size_t row = 0; row < rows_.size(); ++row) {
    const std::uint32_t linked = row == focus_ ? 0 : links(row).Count(masks_[row]);
    if (linked == 0) continue;
    others_dot_ +=
        static_cast<double>(rows_[row].weight) * links(row).PriorMass(masks_[row]) / linked;
  }
}

void ClassState::GroupOthers() {
  // Shares by a hash table of groups, then the groups, which are few, by size.
  const std::size_t size = std::bit_ceil(2 * touched_.size() + 1);
  const int shift = 64 - std::countr_zero(size);
  slots_.assign(size, kNoGroup);
  groups_.clear();
  group_of_.resize(touched_.size());
  for (std::size_t i = 0; i < touched_.size(); ++i) {
    const std::int64_t share = shares_[touched_[i]];
    others_total_ += share;
    const std::uint64_t mixed = static_cast<std::uint64_t>(share) * 0x9E3779B97F4A7C15U;
    std::size_t slot = shift == 64 ? 0 : mixed >> shift;
    while (slots_[slot] != kNoGroup && groups_[slots_[slot]].share != share) {
      slot = (slot + 1) & (size - 1);
    }
    if (slots_[slot] == kNoGroup) {
      slots_[slot] = static_cast<std::uint32_t>(groups_.size());
      groups_.push_back({.share = share});
    }
    group_of_[i] = slots_[slot];
    ++groups_[group_of_[i]].labels;
  }
  rank_.resize(groups_.size());
  slots_.resize(groups_.size());
  std::iota(slots_.begin(), slots_.end(), 0U);
  std::ranges::sort(slots_, [&](std::uint32_t a, std::uint32_t b) {
    return groups_[a].share > groups_[b].share;
  });
  for (std::uint32_t i = 0; i < slots_.size(); ++i) rank_[slots_[i]] = i;
  for (std::uint32_t& group : group_of_) group = rank_[group];
  std::ranges::sort(groups_, [](const Group& a, const Group& b) { return a.share > b.share; });
}

}  // namespace gauze::suppress
