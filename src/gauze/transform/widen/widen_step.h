#pragma once

#include "gauze/transform/class_step.h"

namespace gauze {

// Raises the labels of whole classes until no record's risk is above what record_risk promises
// (widen.h), so that classes stay classes and what was promised of them holds on. Classes that come
// to print the same are one; where a promise would not survive that, none does. Comes last.
ClassStepEntry WidenEntry();

}  // namespace gauze
