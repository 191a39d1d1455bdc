#pragma once

#include "gauze/policy/policy.h"

namespace gauze {

// Everything a policy may name in this build.
const Catalog& TheCatalog();

inline constexpr const char* kVersion = GAUZE_VERSION;

}  // namespace gauze
