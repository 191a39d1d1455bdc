#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "gauze/base/ratio.h"
#include "gauze/policy/policy.h"
#include "gauze/taxonomy/knowledge.h"

// Terms that may be shown by everybody who has them, found from the knowledge table and the promise
// alone: no row has a part in which they are. All others go when rows are read
// (release/input/listed_terms.h). So what is missing from a release does not tell what had to go.

namespace gauze::suppress {

// Does a step of the policy ask for that?
bool ShowsSafeTermsOnly(const Policy& policy);

// How many labels a row must link to, so that every class of such rows keeps qs_diversity: l - 1
// and 1/c, rounded up.
std::size_t LeastLabels(Ratio c, std::uint64_t l);

// By term: whether it may be shown. Whatever terms of these a row shows, it links to no label, or
// to as many as are asked for.
//
// Greedily, those of many labels first and those of equally many by name: a term is taken if every
// label that has it shares it, and all its terms that were taken before, with enough others. That
// is enough: terms that link a row to a label are terms of this label, and fewer of them link it to
// more. None that was left out could be taken in the end, since sets of labels only become smaller.
// Costs, for each pair of the table, a cut of the label sets of all terms of the label that were
// taken.
std::vector<bool> SafeTerms(const Knowledge& knowledge, std::size_t least_labels);

}  // namespace gauze::suppress
