// Greedy over rows and numbers of terms, then local search, then bounds (prove.h).
//
// A row's cost depends only on how many terms it loses, so of all removals of so many terms the one
// with the best value (options.h) is looked at first, and a row may lose several terms at once:
// the first few often gain nothing. A row that is too long for a table loses one term at a time,
// and then nothing is proven.

#include <algorithm>
#include <bit>

#include "gauze/transform/suppress/prove.h"

namespace gauze::suppress {
namespace {

class Improver {
 public:
  // `options` is null where some row has no table.
  Improver(ClassState& state, const Options* options, Meter& meter, Best& best)
      : state_(state), options_(options), meter_(meter), best_(best) {}

  // From nothing removed, always the step with the most slack for its cost.
  void Greedy() {
    Cost cost = 0;
    double slack = state_.Now().slack;
    while (true) {
      const Step step = BestStep(cost, slack);
      if (meter_.over() || step.row == kNoRow) return;
      cost += step.cost;
      slack = step.slack;
      state_.Set(step.row, step.mask);
      if (step.holds) {
        best_.Offer(cost, state_.masks());
        return;
      }
    }
  }

  // From the best: one row less, or one less and one more, as long as that is cheaper.
  void Local() {
    while (best_.found() && !meter_.over()) {
      state_.SetAll(best_.masks);
      if (!OneLess() && !OneLessOneMore()) return;
    }
  }

 private:
  static constexpr std::size_t kNoRow = static_cast<std::size_t>(-1);

  struct Step {
    std::size_t row = kNoRow;
    Mask mask = 0;
    Cost cost = 0;
    double slack = 0;
    bool holds = false;
  };

  bool IsTwin(std::size_t row) const {
    return row > 0 && state_.rows()[row].set == state_.rows()[row - 1].set &&
           state_.mask(row) == state_.mask(row - 1);
  }

  // Removals of more terms than now, cheapest first; or of fewer, dearest first.
  void ListSteps(std::size_t row, bool more) {
    masks_.clear();
    const Mask now = state_.mask(row);
    const RowLinks& links = state_.links(row);
    if (options_ == nullptr) {
      for (int bit = 0; bit < links.bits(); ++bit) {
        const Mask term = Mask{1} << bit;
        if (((now & term) == 0) == more) masks_.push_back(now ^ term);
      }
      return;
    }
    const auto& options = options_->of(row);
    const auto lost = static_cast<std::size_t>(std::popcount(now));
    const std::size_t first = more ? lost + 1 : 0;
    const std::size_t last = more ? options.size() : lost;
    for (std::size_t i = first; i < last; ++i) {
      if (options[i].value != Options::kUseless) masks_.push_back(options[i].mask);
    }
  }

  Step BestStep(Cost cost, double slack) {
    Step best;
    for (std::size_t row = 0; row < state_.rows().size(); ++row) {
      if (IsTwin(row)) continue;
      ListSteps(row, /*more=*/true);
      const Cost before = CostOf(state_, row, state_.mask(row));
      for (const Mask mask : masks_) {
        Step step{.row = row, .mask = mask, .cost = CostOf(state_, row, mask) - before};
        if (cost + step.cost >= best_.cost || (best.holds && step.cost >= best.cost)) continue;
        if (!meter_.Spend()) return {};
        state_.Focus(row);
        const Verdict verdict = state_.Try(mask);
        step.holds = verdict.holds;
        step.slack = verdict.slack;
        if (best.row == kNoRow || step.holds) {
          best = step;
        } else if (!best.holds && (step.slack - slack) * static_cast<double>(best.cost) >
                                      (best.slack - slack) * static_cast<double>(step.cost)) {
          best = step;
        }
      }
    }
    return best;
  }

  double ValueOf(std::size_t row, Mask mask) const { return options_->Value(row, mask); }

  void ListValues() {
    values_.resize(state_.rows().size());
    for (std::size_t row = 0; row < values_.size() && options_ != nullptr; ++row) {
      values_[row] = ValueOf(row, state_.mask(row));
    }
  }

  bool Possible() const { return options_ == nullptr || options_->Possible(values_); }
  void Put(std::size_t row, Mask mask) {
    if (options_ != nullptr) values_[row] = ValueOf(row, mask);
  }

  bool OneLess() {
    ListValues();
    for (std::size_t row = 0; row < state_.rows().size(); ++row) {
      const Mask before = state_.mask(row);
      ListSteps(row, /*more=*/false);
      for (const Mask mask : masks_) {
        Put(row, mask);
        if (!Possible()) continue;
        if (!meter_.Spend()) return false;
        state_.Focus(row);
        if (!state_.Try(mask).holds) continue;
        state_.Set(row, mask);
        best_.Offer(state_.TotalCost(), state_.masks());
        return true;
      }
      Put(row, before);
    }
    return false;
  }

  bool OneLessOneMore() {
    ListValues();
    for (std::size_t less = 0; less < state_.rows().size(); ++less) {
      const Mask before = state_.mask(less);
      ListSteps(less, /*more=*/false);
      for (const Mask mask : std::vector<Mask>(masks_)) {
        const Cost gain = CostOf(state_, less, before) - CostOf(state_, less, mask);
        Put(less, mask);
        state_.Set(less, mask);
        for (std::size_t more = 0; more < state_.rows().size(); ++more) {
          if (more != less && OneMore(more, gain)) return true;
          if (meter_.over()) return false;
        }
        state_.Set(less, before);
      }
      Put(less, before);
    }
    return false;
  }

  // For less than the gain of another row.
  bool OneMore(std::size_t row, Cost gain) {
    const Mask before = state_.mask(row);
    ListSteps(row, /*more=*/true);
    for (const Mask mask : masks_) {
      if (CostOf(state_, row, mask) - CostOf(state_, row, before) >= gain) break;
      Put(row, mask);
      if (!Possible()) continue;
      if (!meter_.Spend()) return false;
      state_.Focus(row);
      if (!state_.Try(mask).holds) continue;
      state_.Set(row, mask);
      best_.Offer(state_.TotalCost(), state_.masks());
      return true;
    }
    Put(row, before);
    return false;
  }

  ClassState& state_;
  const Options* options_;
  Meter& meter_;
  Best& best_;
  std::vector<Mask> masks_;
  std::vector<double> values_;
};

}  // namespace

Best SearchExact(ClassState& state, Meter& meter) {
  Best best;
  const bool tabled = std::ranges::all_of(
      state.rows(), [](const SearchRow& row) { return row.links->tabled() && row.weight == 1; });
  if (!tabled) {
    Improver improver(state, nullptr, meter, best);
    improver.Greedy();
    improver.Local();
    return best;
  }
  Options options(state);
  Improver improver(state, &options, meter, best);
  improver.Greedy();
  improver.Local();
  Prove(state, options, meter, best);
  return best;
}

}  // namespace gauze::suppress
