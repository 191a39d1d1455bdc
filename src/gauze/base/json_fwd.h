#pragma once

#include <nlohmann/json_fwd.hpp>

// For headers that only pass documents on; whoever looks into one includes base/json.h, which takes
// the compiler a second.

namespace gauze {

// Keeps the order in which fields were added, so that files come out the same every time.
using Json = nlohmann::ordered_json;

}  // namespace gauze
