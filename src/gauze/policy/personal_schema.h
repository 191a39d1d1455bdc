#pragma once

#include <nlohmann/json.hpp>

namespace gauze {

// The `personal` section, as JSON Schema.
nlohmann::ordered_json PersonalSchema();

}  // namespace gauze
