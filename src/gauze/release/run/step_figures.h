#pragma once

#include <vector>

#include "gauze/base/json.h"
#include "gauze/transform/transform.h"

namespace gauze {

// Figures of a transform or a step on their way from one process to another, or from one release of
// a ledger to the next, so that they can be added up there.
Json FiguresJson(const std::vector<StepFigure>& figures);
std::vector<StepFigure> FiguresFrom(const Json& json);

}  // namespace gauze
