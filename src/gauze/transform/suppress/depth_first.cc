// The paper's baseline: every set of removals once, in the order of rows and their terms, cut off
// where the cost reaches the best so far. The cost only grows along a branch, so the cut is exact.
// Children of a removal that will do are not looked at: they cost more.

#include "gauze/transform/suppress/removal_search.h"

namespace gauze::suppress {
namespace {

// A term that was removed, and what was before.
struct Branch {
  std::size_t row = 0;
  int bit = 0;
  Mask mask = 0;
  Cost cost = 0;
};

}  // namespace

Best SearchDepthFirst(ClassState& state, Meter& meter) {
  Best best;
  // Not the call stack: a branch may be as long as all terms of a large class.
  std::vector<Branch> path;
  Branch at;
  while (true) {
    if (at.row == state.rows().size()) {
      if (path.empty()) break;
      at = path.back();
      path.pop_back();
      state.Set(at.row, at.mask);
      ++at.bit;
      continue;
    }
    if (at.bit >= state.links(at.row).bits()) {
      ++at.row;
      at.bit = 0;
      continue;
    }
    const Mask before = state.mask(at.row);
    const Mask removed = before | Mask{1} << at.bit;
    const Cost cost = at.cost + CostOf(state, at.row, removed) - CostOf(state, at.row, before);
    if (cost < best.cost) {
      if (!meter.Spend()) break;
      state.Focus(at.row);
      const bool holds = state.Try(removed).holds;
      state.Set(at.row, removed);
      if (!holds) {
        path.push_back({at.row, at.bit, before, at.cost});
        at.cost = cost;
      } else {
        best.Offer(cost, state.masks());
        state.Set(at.row, before);
      }
    }
    ++at.bit;
  }
  best.proven = !meter.over();
  return best;
}

}  // namespace gauze::suppress
