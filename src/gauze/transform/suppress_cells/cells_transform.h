#pragma once

#include "gauze/transform/transform.h"

namespace gauze {

// Suppresses single cells of the records whose disclosure risk is above what record_risk promises,
// and leaves everything else as it is: every class of the result is a set of rows that look alike.
TransformEntry SuppressCellsEntry();

}  // namespace gauze
