#pragma once

#include "gauze/transform/transform.h"

namespace gauze {

// Releases every quasi-identifying column through one cut of its hierarchy, as fine as the promise
// `freeform` and the class models that joining classes keeps allow. Guarded columns are among them:
// no column is guarded and only sensitive here.
TransformEntry SpecializeEntry();

}  // namespace gauze
