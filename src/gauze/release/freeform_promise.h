#pragma once

#include "gauze/release/table_promise.h"

namespace gauze {

TablePromiseEntry FreeformPromise();

}  // namespace gauze
