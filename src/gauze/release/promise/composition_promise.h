#pragma once

#include "gauze/release/promise/table_promise.h"

namespace gauze {

// composition: together with earlier releases of the same people, values stay hidden.
TablePromiseEntry CompositionPromise();

}  // namespace gauze
