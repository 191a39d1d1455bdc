#pragma once

#include "gauze/base/json_fwd.h"

namespace gauze::studio {

// Everything that a policy or a job may name, as forms need it: {"models": [{"name", "summary",
// "parameters", "guarantees", "not_covered", "reference", "docs"}], "transforms", "steps",
// "methods", "presets", "measures", "builders", "attacks", "libraries", "roles", "types",
// "missing", "schema"}. From the descriptors: an entry that is added to a list is in it.
Json CatalogJson();

}  // namespace gauze::studio
