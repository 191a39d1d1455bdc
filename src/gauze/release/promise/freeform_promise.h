#pragma once

#include "gauze/release/promise/table_promise.h"

namespace gauze {

TablePromiseEntry FreeformPromise();

}  // namespace gauze
