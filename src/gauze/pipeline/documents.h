#pragma once

#include <span>
#include <string>
#include <string_view>

#include "gauze/base/json_fwd.h"

// What commands print with --json, for programs that read it. Each kind of document has a JSON
// Schema, data/documents/NAME.json, and the schema has a version, which is the end of its `$id`.
// While the version stays, fields may be added, and none is renamed, removed or given another
// meaning.

namespace gauze {

struct DocumentSchema {
  std::string_view name;  // "verify"
  std::string_view text;
};

// By name.
std::span<const DocumentSchema> DocumentSchemas();

// `name` is one of those.
Json SchemaOfDocument(std::string_view name);

// {"check": 1, "verify": 1, …}
Json DocumentVersions();

}  // namespace gauze
