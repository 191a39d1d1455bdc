#pragma once

#include "gauze/transform/suppress/options.h"

namespace gauze::suppress {

// Improves `best` until it is proven or the nodes are spent, and sets its bound.
//
// A class is (c,l)-diverse only if there are X <= p1 and theta <= p1 with
//   sum over labels of min(beta, theta) >= (l - 1) theta + X / c,
// because the l - 1 largest shares sum up to min over theta of (l - 1) theta + sum of
// max(beta - theta, 0). With disjoint K the left side is a sum over rows of min(1, theta |K|), and
// X is the largest 1/|K|; so for each pair of values of 1/|K| there is a knapsack that every
// removal for that pair must solve. Boxes of pairs are bounded together and cut in halves, lowest
// bound first. Rows that share a label bound p1 by the sum of their 1/|K|, and the label counts
// once on the left side. A single pair is solved exactly, its solution put to the real test, and if
// it fails there, all its choices are. Closeness is one knapsack.
void Prove(ClassState& state, Options& options, Meter& meter, Best& best);

}  // namespace gauze::suppress
