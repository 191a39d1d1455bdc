#pragma once

#include "gauze/release/manifest/manifest.h"

namespace gauze {

// JSON Schema (draft 2020-12) of manifest.json.
Json ManifestSchema();

}  // namespace gauze
