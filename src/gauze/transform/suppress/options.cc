#include "gauze/transform/suppress/options.h"

#include <algorithm>
#include <bit>
#include <functional>
#include <map>

namespace gauze::suppress {
namespace {

// More than the rounding of a few hundred shares.
constexpr double kShareDoubt = 1e-9;

}  // namespace

Options::Options(const ClassState& state)
    : diversity_(state.condition().kind() == QsCondition::Kind::kDiversity),
      total_rows_(static_cast<double>(state.total_rows())) {
  const QsCondition& condition = state.condition();
  if (diversity_) {
    c_ = condition.c().ToDouble();
    l_ = static_cast<double>(condition.l());
  } else {
    need_ = condition.prior_square() - condition.t().ToDouble() * condition.t().ToDouble();
  }
  for (std::size_t row = 0; row < state.rows().size(); ++row) {
    if (row == 0 || state.rows()[row].set != state.rows()[row - 1].set) {
      const RowLinks& links = state.links(row);
      SetOptions& set = sets_.emplace_back();
      set.links = &links;
      set.options.resize(static_cast<std::size_t>(links.bits()) + 1);
      set.subsets.resize(set.options.size());
      for (std::size_t removed = 0; removed < set.options.size(); ++removed) {
        set.options[removed].cost = links.CostOfBits(static_cast<int>(removed));
      }
      for (Mask mask = 0; mask <= links.all(); ++mask) {
        if (mask != 0 && links.Count(mask) == 0) continue;
        const double value = ValueOf(links, mask);
        Option& option = set.options[static_cast<std::size_t>(std::popcount(mask))];
        if (value > option.value) {
          option.value = value;
          option.mask = mask;
        }
      }
    }
    set_of_.push_back(sets_.size() - 1);
  }
  if (diversity_) FindClumps(state);
}

double Options::ValueOf(const RowLinks& links, Mask removed) const {
  const double linked = links.Count(removed);
  if (diversity_ || linked == 0) return linked;
  return (2 * links.PriorMass(removed) - 1 / total_rows_) / (linked * total_rows_);
}

double Options::Value(std::size_t row, Mask removed) const {
  return ValueOf(*sets_[set_of_[row]].links, removed);
}

const std::vector<Mask>& Options::Subsets(std::size_t row, int removed) {
  SetOptions& set = sets_[set_of_[row]];
  std::vector<Mask>& subsets = set.subsets[static_cast<std::size_t>(removed)];
  if (subsets.empty()) {
    for (Mask mask = 0; mask <= set.links->all(); ++mask) {
      if (std::popcount(mask) == removed && (mask == 0 || set.links->Count(mask) > 0)) {
        subsets.push_back(mask);
      }
    }
    std::ranges::sort(subsets, [&](Mask a, Mask b) {
      const double value_a = ValueOf(*set.links, a);
      const double value_b = ValueOf(*set.links, b);
      return value_a != value_b ? value_a > value_b : a < b;
    });
  }
  return subsets;
}

// The label with most rows that are still free makes the next clump.
void Options::FindClumps(const ClassState& state) {
  std::vector<std::pair<LabelId, std::size_t>> links;
  for (std::size_t row = 0; row < rows(); ++row) {
    if (state.links(row).Count(0) == state.labels()) continue;
    state.links(row).ForEachLinked(0, [&](LabelId label) { links.emplace_back(label, row); });
  }
  std::ranges::sort(links);
  std::vector<std::span<const std::pair<LabelId, std::size_t>>> by_label;
  for (std::size_t i = 0; i < links.size();) {
    std::size_t end = i;
    while (end < links.size() && links[end].first == links[i].first) ++end;
    if (end - i > 1) by_label.emplace_back(links.data() + i, end - i);
    i = end;
  }
  clump_of_.assign(rows(), kNoClump);
  const auto is_free = [&](const auto& link) { return clump_of_[link.second] == kNoClump; };
  while (true) {
    std::ptrdiff_t most = 1;
    const std::span<const std::pair<LabelId, std::size_t>>* largest = nullptr;
    for (const auto& label_rows : by_label) {
      const std::ptrdiff_t count = std::ranges::count_if(label_rows, is_free);
      if (count > most) {
        most = count;
        largest = &label_rows;
      }
    }
    if (largest == nullptr) return;
    for (const auto& link : *largest) {
      if (is_free(link)) clump_of_[link.second] = clump_sizes_.size();
    }
    clump_sizes_.push_back(static_cast<double>(most));
  }
}

bool Options::Possible(std::span<const double> values) const {
  if (!diversity_) {
    double sum = 0;
    for (const double value : values) sum += value;
    return sum >= need_ - kShareDoubt;
  }
  return clumps() == 0 ? PossibleApart(values) : PossibleClumped(values);
}

bool Options::PossibleApart(std::span<const double> values) const {
  sorted_.clear();
  for (const double value : values) {
    if (value > 0) sorted_.push_back(value);
  }
  if (sorted_.empty()) return true;
  std::ranges::sort(sorted_);
  // The smallest K have the largest shares; l - 1 labels come before the tail.
  double before = l_ - 1;
  double tail = 0;
  for (const double linked : sorted_) {
    if (before >= linked) {
      before -= linked;
    } else {
      tail += (linked - before) / linked;
      before = 0;
    }
  }
  return c_ * tail >= 1 / sorted_.front() - kShareDoubt;
}

bool Options::PossibleClumped(std::span<const double> values) const {
  shares_.clear();
  sums_.assign(clumps(), 0);
  for (std::size_t row = 0; row < values.size(); ++row) {
    if (values[row] <= 0) continue;
    const double share = 1 / values[row];
    const std::size_t clump = clump_of_[row];
    if (clump != kNoClump) sums_[clump] += share;
    shares_.emplace_back(share, clump == kNoClump ? values[row] : values[row] - 1);
  }
  for (const double sum : sums_) {
    if (sum > 0) shares_.emplace_back(sum, 1);
  }
  if (shares_.empty()) return true;
  std::ranges::sort(shares_, std::greater<>());
  double before = l_ - 1;
  double tail = 0;
  for (const auto& [share, labels] : shares_) {
    const double taken = std::min(before, labels);
    before -= taken;
    tail += share * (labels - taken);
  }
  const auto largest = std::ranges::find_if(shares_, [](const auto& x) { return x.second > 0; });
  return c_ * tail >= largest->first - kShareDoubt;
}

}  // namespace gauze::suppress
