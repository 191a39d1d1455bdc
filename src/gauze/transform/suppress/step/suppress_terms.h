#pragma once

#include "gauze/transform/class_step.h"

namespace gauze {

// Removes terms from the sets of a quasi-sensitive column, class by class, until the class's
// posterior over the labels is as the promise asks, at the least cost that the search finds
// (suppress.h). A class for which it finds nothing loses all its terms; if even that does not help,
// it joins its neighbour; what is left in the end as one class that does not hold is withheld. With
// `minimality: safe` a list decides instead (safe_terms.h).
ClassStepEntry SuppressTermsEntry();

}  // namespace gauze
