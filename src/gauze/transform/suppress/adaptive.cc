// The paper's search: at each node all terms of the tail set are removed on trial and then followed
// in the order of what they gain for their cost: the growth of the largest l that the class would
// meet, or the fall of the squared distance. Ties go to the larger fall of the largest share, then
// to the lower cost, then to the earlier row and term.
//
// A trial that will do, or that costs as much as the best, is left out of the tail sets below its
// node: a set of removals that contains it costs no less.

#include <algorithm>

#include "gauze/transform/suppress/removal_search.h"

namespace gauze::suppress {
namespace {

struct Item {
  std::size_t row = 0;
  Mask bit = 0;
};

struct Trial {
  Item item;
  Cost step = 0;
  Verdict verdict;
};

class Adaptive {
 public:
  Adaptive(ClassState& state, Meter& meter)
      : state_(state),
        meter_(meter),
        by_level_(state.condition().kind() == QsCondition::Kind::kDiversity) {}

  Best Run() {
    std::vector<Item> tail;
    for (std::size_t row = 0; row < state_.rows().size(); ++row) {
      for (int bit = 0; bit < state_.links(row).bits(); ++bit)
        tail.push_back({row, Mask{1} << bit});
    }
    Descend(tail, 0, state_.Now(by_level_));
    best_.proven = !meter_.over();
    return std::move(best_);
  }

 private:
  // `tail` is sorted by row, so that each row is taken out of the class once.
  std::vector<Trial> TryAll(const std::vector<Item>& tail, Cost cost) {
    std::vector<Trial> trials;
    for (const Item& item : tail) {
      const Mask before = state_.mask(item.row);
      const Mask removed = before | item.bit;
      const Cost step = CostOf(state_, item.row, removed) - CostOf(state_, item.row, before);
      if (cost + step >= best_.cost) continue;
      if (!meter_.Spend()) return {};
      state_.Focus(item.row);
      const Verdict verdict = state_.Try(removed, by_level_);
      if (verdict.holds) {
        state_.Set(item.row, removed);
        best_.Offer(cost + step, state_.masks());
        state_.Set(item.row, before);
      } else {
        trials.push_back({item, step, verdict});
      }
    }
    return trials;
  }

  void Sort(std::vector<Trial>& trials, const Verdict& from) const {
    // Gains over costs, crosswise; levels are whole numbers, so theirs is exact.
    const auto more_gain = [&](const Trial& a, const Trial& b) {
      if (!by_level_) {
        return (a.verdict.slack - from.slack) * static_cast<double>(b.step) >
               (b.verdict.slack - from.slack) * static_cast<double>(a.step);
      }
      const auto gain = [&](const Trial& trial) {
        return static_cast<Wide>(trial.verdict.level) - static_cast<Wide>(from.level);
      };
      return gain(a) * b.step > gain(b) * a.step;
    };
    std::ranges::sort(trials, [&](const Trial& a, const Trial& b) {
      if (more_gain(a, b)) return true;
      if (more_gain(b, a)) return false;
      if (a.verdict.largest != b.verdict.largest) return a.verdict.largest < b.verdict.largest;
      if (a.step != b.step) return a.step < b.step;
      return a.item.row != b.item.row ? a.item.row < b.item.row : a.item.bit < b.item.bit;
    });
  }

  void Descend(const std::vector<Item>& tail, Cost cost, const Verdict& from) {
    std::vector<Trial> trials = TryAll(tail, cost);
    if (meter_.over()) return;
    Sort(trials, from);
    for (std::size_t i = 0; i < trials.size(); ++i) {
      const Trial& trial = trials[i];
      if (cost + trial.step >= best_.cost) continue;
      std::vector<Item> rest;
      for (std::size_t j = i + 1; j < trials.size(); ++j) rest.push_back(trials[j].item);
      std::ranges::sort(rest, [](const Item& a, const Item& b) {
        return a.row != b.row ? a.row < b.row : a.bit < b.bit;
      });
      const Mask before = state_.mask(trial.item.row);
      state_.Set(trial.item.row, before | trial.item.bit);
      Descend(rest, cost + trial.step, trial.verdict);
      state_.Set(trial.item.row, before);
      if (meter_.over()) return;
    }
  }

  ClassState& state_;
  Meter& meter_;
  bool by_level_;
  Best best_;
};

}  // namespace

Best SearchAdaptive(ClassState& state, Meter& meter) { return Adaptive(state, meter).Run(); }

}  // namespace gauze::suppress
