#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "gauze/attack/knowledge/belief.h"
#include "gauze/attack/knowledge/term_links.h"

namespace gauze {

// Rows of a released class that show the same set.
struct ReleasedSet {
  const LabelSet* linked = nullptr;
  std::uint64_t rows = 0;
};

// What somebody who knows how terms are suppressed believes: only where a class broke the bound,
// and none that could have stayed. They go through what the class may have been before: the sets as
// they are, or with one or two terms more, such that each set still links to something and putting
// back any part of these terms breaks the bound. Each of these originals is equally likely.
//
// Every part of what may have been removed may have been removed, so pairs are made of single terms
// that break the bound, and none is missed. Not told apart: whether other terms would have been
// cheaper to remove. Sums are rounded, and what exceeds the bound by less than 1e-9 keeps it: no
// promise depends on it.
struct MinimalityBelief {
  double largest = 0;    // share of the likeliest label
  double rise = 0;       // of the largest share, over somebody who does not know
  bool exceeds = false;  // the bound, which is not promised to them
  int most_removed = 0;  // terms: 2, or less where there are too many originals to go through
};

MinimalityBelief KnowMinimality(const TermLinks& links, const BeliefBound& bound,
                                std::span<const ReleasedSet> sets);

// The same of `minimality: safe`, where a list that the table of labels and terms decides tells
// what goes. Whatever else a row had, it would look as it does, so nothing that is missing tells
// anything, and they believe what the sets suggest. Where a row does not keep the bound by itself,
// that is not how the class was made, and originals are gone through as above.
MinimalityBelief KnowSafety(const TermLinks& links, const BeliefBound& bound,
                            std::span<const ReleasedSet> sets);

}  // namespace gauze
