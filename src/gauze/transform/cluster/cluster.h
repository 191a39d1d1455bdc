#pragma once

#include "gauze/transform/transform.h"

namespace gauze {

// Clustering (after Byun, Kamra, Bertino, Li 2007) over units: the distinct combinations of
// quasi-identifiers, or distinct tuples where models look at values. They are brought together with
// their nearest until every cluster satisfies every model of the policy; a local search then
// exchanges members where that loses less. Optimises the loss of the labels that are printed.
//
// Guarantees: every class satisfies every model, also after classes that print the same labels are
// merged. Deterministic: the classes depend on the table and the parameters only.
// Does not cover: boxes that do not overlap. Classes may overlap, and equal rows may carry
// different labels.
// Cost: about O(units · log units · QIs), one thread.
TransformEntry ClusterEntry();

}  // namespace gauze
