// The paper's baseline: every set of removals once, in the order of rows and their terms, cut off
// where the cost reaches the best so far. The cost only grows along a branch, so the cut is exact.
// Children of a removal that will do are not looked at: they cost more.

#include "gauze/transform/suppress/search.h"

namespace gauze::suppress {
namespace {

class DepthFirst {
 public:
  DepthFirst(ClassState& state, Meter& meter) : state_(state), meter_(meter) {}

  Best Run() {
    Descend(0, 0, 0);
    best_.proven = !meter_.over();
    return std::move(best_);
  }

 private:
  // Removes one more of the terms from this one on.
  void Descend(std::size_t first_row, int first_bit, Cost cost) {
    for (std::size_t row = first_row; row < state_.rows().size(); ++row) {
      const Mask before = state_.mask(row);
      for (int bit = row == first_row ? first_bit : 0; bit < state_.links(row).bits(); ++bit) {
        const Mask removed = before | Mask{1} << bit;
        const Cost next = cost + CostOf(state_, row, removed) - CostOf(state_, row, before);
        if (next >= best_.cost) continue;
        if (!meter_.Spend()) return;
        state_.Focus(row);
        const bool holds = state_.Try(removed).holds;
        state_.Set(row, removed);
        if (holds) {
          best_.Offer(next, state_.masks());
        } else {
          Descend(row, bit + 1, next);
        }
        state_.Set(row, before);
        if (meter_.over()) return;
      }
    }
  }

  ClassState& state_;
  Meter& meter_;
  Best best_;
};

}  // namespace

Best SearchDepthFirst(ClassState& state, Meter& meter) { return DepthFirst(state, meter).Run(); }

}  // namespace gauze::suppress
