#pragma once

#include "gauze/base/json_fwd.h"

namespace gauze {

// The `personal` section, as JSON Schema.
Json PersonalSchema();

}  // namespace gauze
