#pragma once

#include "gauze/transform/transform.h"

namespace gauze {

// Mondrian (LeFevre, DeWitt, Ramakrishnan 2006) over distinct tuples: the table is cut in two along
// one attribute, again and again, as long as both sides satisfy every model of the policy. Boxes
// never overlap.
//
// Guarantees: every class satisfies every model, also after classes that print the same labels
// are merged, and after rows were suppressed. Deterministic: the classes depend on the table and
// the parameters only, not on threads.
// Cost: O(tuples · QIs · depth) for `choose: span`, O(tuples · QIs² · depth) for `choose: loss`.
TransformEntry MondrianEntry();

}  // namespace gauze
