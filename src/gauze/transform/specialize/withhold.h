#pragma once

#include "gauze/transform/specialize/schedule.h"
#include "gauze/transform/specialize/specialize.h"

namespace gauze::freeform {

// One run from the top that may withhold cells. A specialisation that makes breaches is performed
// all the same if withholding enough cells of their targets undoes them within the share allowed.
// What an adversary can observe of a row is the same whether a guarded cell of it is withheld or
// not, so only numerators of threats change, and only downwards.
//
// Greedy: candidates are tried by falling loss and rejected for good, so the result has no breach
// but need not be minimal. Each try looks at all rows below the candidate, and at the whole table
// where it has guarded children. Memory: 8 bytes a distinct row and guarded attribute.
Specialized SpecializeWithholding(const SpecializeInput& input, const SpecializeOptions& options,
                                  const Order& order, const Schedule& schedule);

// The rows as they are released: a distinct row comes once for each set of its cells that is
// withheld. Cells of a distinct row are withheld from its first rows on.
NodeTable Released(const SpecializeInput& input, const Specialized& specialized);

}  // namespace gauze::freeform
