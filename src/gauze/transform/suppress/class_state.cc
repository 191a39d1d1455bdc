#include "gauze/transform/suppress/class_state.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>

namespace gauze::suppress {
namespace {

constexpr std::int64_t kWhole = std::int64_t{1} << 62U;
// Far above the rounding of distances, far below what separates two removals.
constexpr double kDoubt = 1e-9;

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
    return;
  }
  // Shares by a hash table of groups, then the groups, which are few, by size.
  const std::size_t size = std::bit_ceil(2 * touched_.size() + 1);
  const int shift = 64 - std::countr_zero(size);
  constexpr std::uint32_t kEmpty = 0xFFFFFFFF;
  slots_.assign(size, kEmpty);
  groups_.clear();
  group_of_.resize(touched_.size());
  for (std::size_t i = 0; i < touched_.size(); ++i) {
    const std::int64_t share = shares_[touched_[i]];
    others_total_ += share;
    const std::uint64_t mixed = static_cast<std::uint64_t>(share) * 0x9E3779B97F4A7C15U;
    std::size_t slot = shift == 64 ? 0 : mixed >> shift;
    while (slots_[slot] != kEmpty && groups_[slots_[slot]].share != share) {
      slot = (slot + 1) & (size - 1);
    }
    if (slots_[slot] == kEmpty) {
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

void ClassState::CountLinked(const RowLinks& links, Mask removed) {
  if (const std::uint16_t* dense = links.dense(); dense != nullptr) {
    const auto kept = static_cast<std::uint16_t>(~removed);
    for (std::size_t i = 0; i < touched_.size(); ++i) {
      groups_[group_of_[i]].linked += (dense[touched_[i]] & kept) == 0 ? 1 : 0;
    }
    return;
  }
  for (std::size_t i = 0; i < touched_.size(); ++i) {
    groups_[group_of_[i]].linked += links.Links(touched_[i], removed) ? 1 : 0;
  }
}

Verdict ClassState::Try(Mask removed, bool with_level) {
  const std::uint32_t linked = links(focus_).Count(removed);
  return condition_.kind() == QsCondition::Kind::kDiversity
             ? TryDiversity(removed, linked, with_level)
             : TryCloseness(removed, linked);
}

Verdict ClassState::Now(bool with_level) {
  if (focus_ == kNoRow) Focus(0);
  return Try(masks_[focus_], with_level);
}

Verdict ClassState::TryDiversity(Mask removed, std::uint32_t linked, bool with_level) {
  const std::int64_t m = static_cast<std::int64_t>(labels());
  const bool to_all = linked == labels();
  const std::int64_t share = linked == 0 || to_all ? 0 : Share(focus_, linked);
  for (Group& group : groups_) group.linked = 0;
  if (share > 0) CountLinked(links(focus_), removed);
  // The shares of others that the row adds to, those that it leaves, and its labels of its own:
  // three lists, each sorted already.
  steps_.clear();
  std::int64_t own = share > 0 ? linked : 0;
  for (const Group& group : groups_) own -= group.linked;
  std::size_t raised = 0;
  std::size_t left = 0;
  std::int64_t with_share = 0;
  const auto add = [&](std::int64_t value, std::int64_t count) {
    if (count == 0) return;
    steps_.push_back({value, count});
    with_share += count;
  };
  while (raised < groups_.size() || left < groups_.size()) {
    const std::int64_t high = raised < groups_.size() ? groups_[raised].share + share : 0;
    const std::int64_t low = left < groups_.size() ? groups_[left].share : 0;
    if (own > 0 && share >= high && share >= low) {
      add(share, std::exchange(own, 0));
    } else if (high >= low) {
      add(high, groups_[raised++].linked);
    } else {
      add(low, groups_[left].labels - groups_[left].linked);
      ++left;
    }
  }
  add(share, own);
  const auto rows_everywhere =
      static_cast<std::int64_t>(everywhere_ + (to_all ? rows_[focus_].weight : 0));
  const std::int64_t base = unit_ / m * rows_everywhere;
  if (m > with_share && base > 0) steps_.push_back({0, m - with_share});
  Verdict verdict;
  if (steps_.empty()) {
    verdict.holds = true;
    verdict.level = labels();
    return verdict;
  }
  const std::int64_t largest = steps_[0].share + base;
  const auto l = static_cast<std::int64_t>(std::min<std::uint64_t>(condition_.l(), labels() + 1));
  std::int64_t rest = 0;
  if (l <= m) {
    rest = others_total_ + share * linked + base * (m - l + 1);
    std::int64_t before = l - 1;
    for (std::size_t i = 0; i < steps_.size() && before > 0; ++i) {
      const std::int64_t taken = std::min(before, steps_[i].labels);
      rest -= taken * steps_[i].share;
      before -= taken;
    }
  }
  const Wide left_side = static_cast<Wide>(largest) * condition_.c().denominator;
  const Wide right_side = static_cast<Wide>(rest) * condition_.c().numerator;
  const auto rows = static_cast<Wide>(total_rows_);
  const Wide doubt = rows * condition_.c().denominator + rows * m * condition_.c().numerator;
  const double whole = static_cast<double>(kWhole);
  verdict.slack =
      (condition_.c().ToDouble() * static_cast<double>(rest) - static_cast<double>(largest)) /
      whole;
  verdict.largest = static_cast<double>(largest) / whole;
  const Wide apart = right_side - left_side;
  verdict.holds = apart > doubt || (apart >= -doubt && Exactly(removed));
  if (with_level) {
    // The shortest tail, from the smallest share up, that c makes as large as the largest share.
    const double need = static_cast<double>(largest) / condition_.c().ToDouble() * (1 - 1e-12) -
                        static_cast<double>(total_rows_);
    double tail = 0;
    std::int64_t place = base > 0 ? m : with_share;  // of the next share
    for (std::size_t i = steps_.size(); i-- > 0;) {
      const auto value = static_cast<double>(steps_[i].share + base);
      const double wanted = std::ceil((need - tail) / value);
      if (wanted <= static_cast<double>(steps_[i].labels)) {
        place -= std::max<std::int64_t>(static_cast<std::int64_t>(wanted), 1) - 1;
        verdict.level = static_cast<std::uint64_t>(place);
        break;
      }
      tail += value * static_cast<double>(steps_[i].labels);
      place -= steps_[i].labels;
    }
  }
  return verdict;
}

Verdict ClassState::TryCloseness(Mask removed, std::uint32_t linked) {
  const double m = static_cast<double>(labels());
  const bool to_all = linked == labels();
  const std::int64_t share = linked == 0 || to_all ? 0 : Share(focus_, linked);
  Wide overlap = 0;
  if (share > 0) {
    for (const LabelId label : touched_) {
      if (links(focus_).Links(label, removed)) overlap += shares_[label];
    }
  }
  const double weight = static_cast<double>(rows_[focus_].weight);
  const double base =
      static_cast<double>(unit_) / m * (static_cast<double>(everywhere_) + (to_all ? weight : 0));
  const double own = static_cast<double>(share);
  const double total = static_cast<double>(others_total_) + own * linked;
  const double square = others_square_ + 2 * own * static_cast<double>(overlap) +
                        own * own * linked + 2 * base * total + m * base * base;
  double dot = others_dot_;
  if (linked > 0) dot += weight * links(focus_).PriorMass(removed) / linked;
  const double whole = static_cast<double>(unit_) * static_cast<double>(total_rows_);
  const double distance = square / (whole * whole) - 2 * dot / static_cast<double>(total_rows_) +
                          condition_.prior_square();
  Verdict verdict;
  verdict.slack = condition_.t().ToDouble() * condition_.t().ToDouble() - distance;
  verdict.holds = verdict.slack > kDoubt || (verdict.slack >= -kDoubt && Exactly(removed));
  return verdict;
}

bool ClassState::Exactly(Mask removed) const {
  QsPosterior posterior(labels());
  std::vector<LabelId> all(labels());
  std::iota(all.begin(), all.end(), LabelId{0});
  std::vector<LabelId> linked;
  for (std::size_t row = 0; row < rows_.size(); ++row) {
    const Mask mask = row == focus_ ? removed : masks_[row];
    linked.clear();
    if (links(row).Count(mask) == labels()) {
      linked = all;
    } else {
      links(row).ForEachLinked(mask, [&](LabelId label) { linked.push_back(label); });
    }
    posterior.Add(linked, rows_[row].weight);
  }
  return condition_.Holds(posterior);
}

}  // namespace gauze::suppress
