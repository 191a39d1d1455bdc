#include "gauze/pipeline/documents.h"

#include <algorithm>
#include <charconv>

#include "gauze/base/error.h"
#include "gauze/base/json.h"

namespace gauze {

Json SchemaOfDocument(std::string_view name) {
  const auto schemas = DocumentSchemas();
  const auto found = std::ranges::find(schemas, name, &DocumentSchema::name);
  Check(found != schemas.end(), "a document that has a schema");
  return ParseJson(found->text);
}

Json DocumentVersions() {
  Json versions = Json::object();
  for (const DocumentSchema& schema : DocumentSchemas()) {
    // "https://gauze.example/documents/verify/1"
    const std::string id = SchemaOfDocument(schema.name)["$id"].get<std::string>();
    int version = 0;
    std::from_chars(id.data() + id.rfind('/') + 1, id.data() + id.size(), version);
    versions[schema.name] = version;
  }
  return versions;
}

}  // namespace gauze
