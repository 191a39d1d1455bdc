#include <algorithm>
#include <bit>

#include "gauze/transform/suppress/find_removals.h"

namespace gauze::suppress {
namespace {

class LocalSearch {
 public:
  LocalSearch(ClassState& state, const Options* options, Meter& meter, Best& best)
      : state_(state), options_(options), meter_(meter), best_(best) {}

  void Run(int most_less) {
    while (best_.found() && !meter_.over()) {
      state_.SetAll(best_.masks);
      if (OneLess(most_less > 0)) continue;
      bool found = false;
      for (int less = 1; less <= most_less && !found; ++less) {
        ListValues();
        found = Exchange(less, 0, 0);
      }
      if (!found) return;
    }
  }

 private:
  using Change = std::pair<std::size_t, Mask>;

  // So many rows in looks at the necessary condition take as long as a node.
  static constexpr std::uint64_t kLooksOfANode = 128;

  bool Look() {
    looks_ += state_.rows().size();
    if (looks_ < kLooksOfANode) return true;
    looks_ = 0;
    return meter_.Spend();
  }

  void ListValues() {
    values_.resize(state_.rows().size());
    for (std::size_t row = 0; row < values_.size(); ++row) {
      values_[row] = options_->Value(row, state_.mask(row));
    }
  }

  // Every row in turn. `look`: at the necessary condition first.
  bool OneLess(bool look) {
    if (look) ListValues();
    bool any = false;
    for (std::size_t row = 0; row < state_.rows().size(); ++row) {
      ListMoves(state_, options_, row, /*more=*/false, masks_);
      for (const Mask mask : masks_) {
        if (look) {
          if (!Look()) return any;
          values_[row] = options_->Value(row, mask);
          if (!options_->Possible(values_)) continue;
        }
        if (!meter_.Spend()) return any;
        state_.Focus(row);
        if (!state_.Try(mask).holds) continue;
        state_.Set(row, mask);
        best_.Offer(state_.TotalCost(), state_.masks());
        any = true;
        break;
      }
      if (look) values_[row] = options_->Value(row, state_.mask(row));
    }
    return any;
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
      values_[row] = options_->Value(row, state_.mask(row));
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
    if (!Look()) return false;
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
      if (!Look()) return false;
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

void ImproveLocally(ClassState& state, const Options* options, int most_less, Meter& meter,
                    Best& best) {
  LocalSearch(state, options, meter, best).Run(most_less);
}

}  // namespace gauze::suppress
