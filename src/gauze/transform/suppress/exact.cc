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

constexpr std::size_t kFewRows = 10;
constexpr std::size_t kMostRowsForTwo = 64;

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

  // From the best, as long as something is cheaper: one row loses fewer terms; or up to `most_less`
  // rows do and one more loses more.
  void Local(int most_less) {
    while (best_.found() && !meter_.over()) {
      state_.SetAll(best_.masks);
      if (OneLess()) continue;
      bool found = false;
      for (int less = 1; less <= most_less && !found && options_ != nullptr; ++less) {
        ListValues();
        found = Exchange(less, 0, 0);
      }
      if (!found) return;
    }
  }

 private:
  static constexpr std::size_t kNoRow = static_cast<std::size_t>(-1);
  static constexpr std::uint64_t kLooksOfANode = 16;

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

  // `less` rows from `first` on lose fewer terms, and then one loses more, for less than they gain.
  bool Exchange(int less, std::size_t first, Cost gain) {
    for (std::size_t row = first; row < state_.rows().size(); ++row) {
      const auto& options = options_->of(row);
      const auto lost = static_cast<std::size_t>(std::popcount(state_.mask(row)));
      for (std::size_t i = 0; i < lost; ++i) {
        if (options[i].value == Options::kUseless) continue;
        values_[row] = options[i].value;
        changes_.emplace_back(row, options[i].mask);
        const Cost gained = gain + options[lost].cost - options[i].cost;
        if (less > 1 ? Exchange(less - 1, row + 1, gained) : OneMore(gained)) return true;
        changes_.pop_back();
        if (meter_.over()) return false;
      }
      values_[row] = ValueOf(row, state_.mask(row));
    }
    return false;
  }

  bool IsChanged(std::size_t row) const {
    return std::ranges::count(changes_, row, &Change::first) > 0;
  }

  // The last of the row's options that costs less than the gain on top of what it has, and does
  // something; or what it has.
  std::size_t MostFor(std::size_t row, Cost gain) const {
    const auto& options = options_->of(row);
    const auto lost = static_cast<std::size_t>(std::popcount(state_.mask(row)));
    std::size_t most = lost;
    for (std::size_t i = lost + 1; i < options.size(); ++i) {
      if (options[i].cost - options[lost].cost >= gain) break;
      if (options[i].value != Options::kUseless) most = i;
    }
    return most;
  }

  bool OneMore(Cost gain) {
    if (++looks_ % kLooksOfANode == 0 && !meter_.Spend()) return false;
    // If it is of no use to give all rows the most, it is of none to give it to one.
    now_ = values_;
    for (std::size_t row = 0; row < values_.size(); ++row) {
      if (IsChanged(row)) continue;
      values_[row] = std::max(values_[row], options_->of(row)[MostFor(row, gain)].value);
    }
    const bool hopeless = !options_->Possible(values_);
    values_ = now_;
    for (std::size_t row = 0; row < values_.size() && !hopeless; ++row) {
      if (!IsChanged(row) && MoreOf(row, gain)) return true;
      if (meter_.over()) return false;
    }
    return false;
  }

  bool MoreOf(std::size_t row, Cost gain) {
    const auto& options = options_->of(row);
    const double before = values_[row];
    const auto lost = static_cast<std::size_t>(std::popcount(state_.mask(row)));
    // Possible() grows with the value, so the first that fails, from the most on, is the last.
    for (std::size_t i = MostFor(row, gain); i > lost; --i) {
      if (options[i].value == Options::kUseless) continue;
      values_[row] = options[i].value;
      if (!options_->Possible(values_)) break;
      changes_.emplace_back(row, options[i].mask);
      if (HoldsWithChanges()) return true;
      changes_.pop_back();
      if (meter_.over()) return false;
    }
    values_[row] = before;
    return false;
  }

  bool HoldsWithChanges() {
    if (!meter_.Spend()) return false;
    const std::vector<Mask> before = state_.masks();
    for (const auto& [row, mask] : changes_) state_.Set(row, mask);
    if (state_.Now().holds) {
      best_.Offer(state_.TotalCost(), state_.masks());
      changes_.clear();
      return true;
    }
    state_.SetAll(before);
    return false;
  }

  using Change = std::pair<std::size_t, Mask>;

  ClassState& state_;
  const Options* options_;
  Meter& meter_;
  Best& best_;
  std::vector<Mask> masks_;
  std::vector<double> values_;
  std::vector<double> now_;
  std::vector<Change> changes_;
  std::uint64_t looks_ = 0;
};

}  // namespace

Best SearchExact(ClassState& state, Meter& meter) {
  Best best;
  const bool tabled = std::ranges::all_of(
      state.rows(), [](const SearchRow& row) { return row.links->tabled() && row.weight == 1; });
  if (!tabled) {
    Improver improver(state, nullptr, meter, best);
    improver.Greedy();
    improver.Local(0);
    return best;
  }
  Options options(state);
  Improver improver(state, &options, meter, best);
  improver.Greedy();
  // Most small classes are proven at once without the larger neighbourhood.
  const bool hard = options.clumps() > 0 || options.rows() > kFewRows;
  improver.Local(hard && options.rows() <= kMostRowsForTwo ? 2 : 1);
  Prove(state, options, meter, best);
  return best;
}

}  // namespace gauze::suppress
