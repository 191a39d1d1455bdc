#pragma once

#include <cstddef>
#include <vector>

#include "gauze/base/progress_share.h"
#include "gauze/model/qs_condition.h"
#include "gauze/policy/policy.h"
#include "gauze/taxonomy/knowledge.h"
#include "gauze/transform/transform.h"

namespace gauze::suppress {

// What one column of sets has to keep.
struct Promised {
  std::size_t attribute = 0;
  const Knowledge& knowledge;
  const QsCondition& condition;
};

// Removes terms of one column until every class keeps what is promised, and joins or withholds
// classes for which that is not enough. With `minimality: safe` every row loses what is not safe
// (safe_terms.h), and classes stay as they are. Returns figures; a step of `progress` is a class.
std::vector<StepFigure> SuppressColumn(const TransformInput& input, const Promised& promised,
                                       const Parameters& parameters, Generalization& generalization,
                                       ProgressShare& progress);

}  // namespace gauze::suppress
