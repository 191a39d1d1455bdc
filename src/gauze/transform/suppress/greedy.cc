#include <algorithm>
#include <bit>

#include "gauze/transform/suppress/find_removals.h"

namespace gauze::suppress {
namespace {

struct Step {
  std::size_t row = 0;
  Mask mask = 0;
  Cost cost = 0;
  double slack = 0;
  double rise = 0;  // of the slack, for the cost
  bool holds = false;
};

class GreedySearch {
 public:
  GreedySearch(ClassState& state, const Options* options, Meter& meter, Best& best)
      : state_(state), options_(options), meter_(meter), best_(best) {}

  void Run() {
    slack_ = state_.Now().slack;
    while (true) {
      const std::uint64_t spent = meter_.nodes();
      std::vector<Step> steps = BestSteps();
      if (meter_.over() || steps.empty()) return;
      std::ranges::sort(steps, [](const Step& a, const Step& b) {
        if (a.holds != b.holds) return a.holds;
        if (a.holds && a.cost != b.cost) return a.cost < b.cost;
        if (!a.holds && a.rise != b.rise) return a.rise > b.rise;
        return a.row < b.row;
      });
      // With few rounds left larger parts, so that something is found at all.
      const std::uint64_t rounds = meter_.left() / (2 * (meter_.nodes() - spent));
      const std::uint64_t parts = std::clamp<std::uint64_t>(rounds / 2, 1, kParts);
      if (Take(steps, std::max<std::size_t>(1, steps.size() / parts))) return;
    }
  }

 private:
  // A round takes one in so many of the steps: a single one in a small class, because they get in
  // each other's way.
  static constexpr std::uint64_t kParts = 16;

  // Whether the row and the one before it are the same in all.
  bool IsTwin(std::size_t row) const {
    return row > 0 && state_.rows()[row].set == state_.rows()[row - 1].set &&
           state_.mask(row) == state_.mask(row - 1);
  }

  std::vector<Step> BestSteps() {
    std::vector<Step> steps;
    for (std::size_t row = 0; row < state_.rows().size(); ++row) {
      if (IsTwin(row)) continue;
      ListMoves(state_, options_, row, /*more=*/true, masks_);
      const Cost before = CostOf(state_, row, state_.mask(row));
      bool found = false;
      Step best;
      for (const Mask mask : masks_) {
        Step step{.row = row, .mask = mask, .cost = CostOf(state_, row, mask) - before};
        if (cost_ + step.cost >= best_.cost) continue;
        if (!meter_.Spend()) return {};
        state_.Focus(row);
        const Verdict verdict = state_.Try(mask);
        step.holds = verdict.holds;
        step.slack = verdict.slack;
        step.rise = (verdict.slack - slack_) / static_cast<double>(step.cost);
        if (!found || step.holds || step.rise > best.rise) best = step;
        found = true;
        if (step.holds) break;
      }
      if (found) steps.push_back(best);
    }
    return steps;
  }

  // True when the condition holds.
  bool Take(const std::vector<Step>& steps, std::size_t most) {
    for (std::size_t i = 0; i < most; ++i) {
      Step step = steps[i];
      if (i > 0) {
        // The steps before it may have taken away its use.
        if (!meter_.Spend()) return false;
        state_.Focus(step.row);
        const Verdict verdict = state_.Try(step.mask);
        if (!verdict.holds && verdict.slack <= slack_) continue;
        step.holds = verdict.holds;
        step.slack = verdict.slack;
      }
      slack_ = step.slack;
      cost_ += step.cost;
      state_.Set(step.row, step.mask);
      if (!step.holds) continue;
      best_.Offer(cost_, state_.masks());
      return true;
    }
    return false;
  }

  ClassState& state_;
  const Options* options_;
  Meter& meter_;
  Best& best_;
  Cost cost_ = 0;
  double slack_ = 0;
  std::vector<Mask> masks_;
};

}  // namespace

void ListMoves(const ClassState& state, const Options* options, std::size_t row, bool more,
               std::vector<Mask>& masks) {
  masks.clear();
  const Mask now = state.mask(row);
  if (options == nullptr) {
    for (int bit = 0; bit < state.links(row).bits(); ++bit) {
      const Mask term = Mask{1} << bit;
      if (((now & term) == 0) == more) masks.push_back(now ^ term);
    }
    return;
  }
  const auto& choices = options->of(row);
  const auto lost = static_cast<std::size_t>(std::popcount(now));
  const std::size_t last = more ? choices.size() : lost;
  for (std::size_t i = more ? lost + 1 : 0; i < last; ++i) {
    if (choices[i].value != Options::kUseless) masks.push_back(choices[i].mask);
  }
}

void Greedy(ClassState& state, const Options* options, Meter& meter, Best& best) {
  GreedySearch(state, options, meter, best).Run();
}

}  // namespace gauze::suppress
