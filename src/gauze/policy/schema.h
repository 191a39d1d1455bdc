#pragma once

#include <nlohmann/json.hpp>

#include "gauze/base/descriptor.h"
#include "gauze/policy/policy.h"

namespace gauze {

// JSON Schema (draft 2020-12) of a policy, for editors; made from the descriptors.
nlohmann::ordered_json PolicySchema(const Catalog& catalog);

// A descriptor as JSON: what `gauze models --json` prints.
nlohmann::ordered_json DescriptorJson(const Descriptor& descriptor);

}  // namespace gauze
