#include <algorithm>
#include <cmath>
#include <numeric>

#include "gauze/transform/suppress/class_state.h"

namespace gauze::suppress {
namespace {

// Far above the rounding of distances, far below what separates two removals.
constexpr double kSlackDoubt = 1e-9;

}  // namespace

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

// The shares of others that the row adds to, those that it leaves, and its labels of its own: three
// lists, each sorted already.
std::int64_t ClassState::MergeSteps(std::int64_t share, std::int64_t own) {
  steps_.clear();
  std::int64_t labels = 0;
  const auto add = [&](std::int64_t value, std::int64_t count) {
    if (count == 0) return;
    steps_.push_back({value, count});
    labels += count;
  };
  std::size_t raised = 0;
  std::size_t left = 0;
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
  return labels;
}

Verdict ClassState::TryDiversity(Mask removed, std::uint32_t linked, bool with_level) {
  const auto m = static_cast<std::int64_t>(labels());
  const bool to_all = linked == labels();
  const std::int64_t share = linked == 0 || to_all ? 0 : Share(focus_, linked);
  for (Group& group : groups_) group.linked = 0;
  if (share > 0) CountLinked(links(focus_), removed);
  std::int64_t own = share > 0 ? linked : 0;
  for (const Group& group : groups_) own -= group.linked;
  const std::int64_t with_share = MergeSteps(share, own);
  // What rows that link to every label give to each.
  const std::int64_t base =
      unit_ / m * static_cast<std::int64_t>(everywhere_ + (to_all ? rows_[focus_].weight : 0));
  if (base > 0 && m > with_share) steps_.push_back({0, m - with_share});
  if (steps_.empty()) return {.holds = true, .level = labels()};

  const std::int64_t largest = steps_[0].share + base;
  const std::int64_t rest = Rest(others_total_ + share * linked, base);
  const Ratio c = condition_.c();
  const Wide apart =
      static_cast<Wide>(rest) * c.numerator - static_cast<Wide>(largest) * c.denominator;
  const auto rows = static_cast<Wide>(total_rows_);
  const Wide doubt = rows * c.denominator + rows * m * c.numerator;
  Verdict verdict;
  verdict.holds = apart > doubt || (apart >= -doubt && Exactly(removed));
  verdict.slack =
      (c.ToDouble() * static_cast<double>(rest) - static_cast<double>(largest)) / kWhole;
  verdict.largest = static_cast<double>(largest) / kWhole;
  if (with_level) verdict.level = Level(largest, base);
  return verdict;
}

// p_l + … + p_m: all but the l - 1 largest.
std::int64_t ClassState::Rest(std::int64_t total, std::int64_t base) const {
  if (condition_.l() > labels()) return 0;
  auto before = static_cast<std::int64_t>(condition_.l() - 1);
  std::int64_t rest = total + base * (static_cast<std::int64_t>(labels()) - before);
  for (std::size_t i = 0; i < steps_.size() && before > 0; ++i) {
    const std::int64_t taken = std::min(before, steps_[i].labels);
    rest -= taken * steps_[i].share;
    before -= taken;
  }
  return rest;
}

// The place where the shortest tail begins, from the smallest share up, that c makes as large as
// the largest share. A guide, so rounding is let pass.
std::uint64_t ClassState::Level(std::int64_t largest, std::int64_t base) const {
  const double need = static_cast<double>(largest) / condition_.c().ToDouble() * (1 - 1e-12) -
                      static_cast<double>(total_rows_);
  std::int64_t place = 0;
  for (const Step& step : steps_) place += step.labels;
  double tail = 0;
  for (std::size_t i = steps_.size(); i-- > 0;) {
    const auto value = static_cast<double>(steps_[i].share + base);
    const double wanted = std::max(1.0, std::ceil((need - tail) / value));
    if (wanted <= static_cast<double>(steps_[i].labels)) {
      return static_cast<std::uint64_t>(place - static_cast<std::int64_t>(wanted) + 1);
    }
    tail += value * static_cast<double>(steps_[i].labels);
    place -= steps_[i].labels;
  }
  return 0;
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
  verdict.holds =
      verdict.slack > kSlackDoubt || (verdict.slack >= -kSlackDoubt && Exactly(removed));
  return verdict;
}

bool ClassState::Exactly(Mask removed) const {
  QsPosterior posterior(labels());
  std::vector<LabelId> linked;
  for (std::size_t row = 0; row < rows_.size(); ++row) {
    const Mask mask = row == focus_ ? removed : masks_[row];
    linked.clear();
    if (links(row).Count(mask) == labels()) {
      linked.resize(labels());
      std::iota(linked.begin(), linked.end(), LabelId{0});
    } else {
      links(row).ForEachLinked(mask, [&](LabelId label) { linked.push_back(label); });
    }
    posterior.Add(linked, rows_[row].weight);
  }
  return condition_.Holds(posterior);
}

}  // namespace gauze::suppress
