#pragma once

#include "gauze/transform/suppress/options.h"

// How the exact search finds removals. Both use `options` for jumps of several terms; without it
// (null, where some row has no table) a row loses or gets back one term at a time.

namespace gauze::suppress {

// From nothing removed, always the step with the most slack for its cost, until the condition
// holds. In large classes the best steps of several rows are taken in one round.
void Greedy(ClassState& state, const Options* options, Meter& meter, Best& best);

// From the best, as long as something is cheaper: one row loses fewer terms; or up to `most_less`
// rows do and one more loses more, which needs options and rows that move alone.
void ImproveLocally(ClassState& state, const Options* options, int most_less, Meter& meter,
                    Best& best);

// The removals that a row may go to: of more terms than now, cheapest first, or of fewer.
void ListMoves(const ClassState& state, const Options* options, std::size_t row, bool more,
               std::vector<Mask>& masks);

}  // namespace gauze::suppress
