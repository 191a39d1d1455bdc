#include <fmt/format.h>

#include "command.h"
#include "gauze/base/json.h"
#include "gauze/pipeline/documents.h"
#include "gauze/policy/schema/parameter_schema.h"
#include "gauze/policy/schema/schema.h"
#include "gauze/release/manifest/catalog.h"
#include "gauze/release/manifest/manifest_schema.h"
#include "gauze/report/evidence/evidence.h"

namespace gauze::cli {
namespace {

void PrintDescriptor(const Descriptor& descriptor) {
  fmt::print("{}\n    {}\n", descriptor.name, descriptor.summary);
  for (const Parameter& parameter : descriptor.parameters) {
    std::string how = parameter.required() ? "required" : "default " + parameter.fallback;
    if (!parameter.only_with.empty()) {
      how = fmt::format("with {}: {}", parameter.only_with, parameter.only_with_value);
    }
    fmt::print("      {} ({}): {}\n", parameter.name, how, parameter.summary);
  }
  if (!descriptor.guarantees.empty()) fmt::print("    means: {}\n", descriptor.guarantees);
  if (!descriptor.not_covered.empty()) fmt::print("    does not: {}\n", descriptor.not_covered);
  if (!descriptor.reference.empty()) fmt::print("    source: {}\n", descriptor.reference);
}

std::vector<std::string> NamesWithSchema() {
  std::vector<std::string> names = {"policy", "manifest", "evidence"};
  for (const DocumentSchema& schema : DocumentSchemas()) names.emplace_back(schema.name);
  return names;
}

Json SchemaOf(const std::string& document) {
  if (document == "policy") return PolicySchema(TheCatalog());
  if (document == "manifest") return ManifestSchema();
  if (document == "evidence") return report::EvidenceSchema();
  return SchemaOfDocument(document);
}

}  // namespace

void AddDescribe(Commands& commands) {
  commands.Add("models", "list models, transforms, measures and hierarchy builders",
               [&commands](Progress& /*progress*/) -> Result<int> {
                 Json json;
                 for (const CatalogSection& section : CatalogSections()) {
                   if (!commands.common().json) fmt::print("# {}\n\n", section.title);
                   for (const Descriptor* descriptor : section.descriptors) {
                     if (commands.common().json) {
                       json[section.title].push_back(DescriptorJson(*descriptor));
                     } else {
                       PrintDescriptor(*descriptor);
                       fmt::print("\n");
                     }
                   }
                 }
                 if (commands.common().json) PrintJson(json);
                 return 0;
               });

  auto document = std::make_shared<std::string>("policy");
  auto manifest = std::make_shared<bool>(false);
  auto evidence = std::make_shared<bool>(false);
  CLI::App* schema =
      commands.Add("schema", "print the JSON Schema of a policy, or of what a command prints",
                   [document, manifest, evidence](Progress& /*progress*/) -> Result<int> {
                     if (*manifest) *document = "manifest";
                     if (*evidence) *document = "evidence";
                     PrintJson(SchemaOf(*document));
                     return 0;
                   });
  auto* named = schema->add_option("document", *document,
                                   "policy (default), manifest, evidence, or a command whose JSON "
                                   "is meant; error for that of one that fails");
  named->type_name("NAME")->check(CLI::IsMember(NamesWithSchema()));
  auto* of_manifest =
      schema->add_flag("--manifest", *manifest, "the same as `gauze schema manifest`");
  of_manifest->excludes(named);
  schema->add_flag("--evidence", *evidence, "the same as `gauze schema evidence`")
      ->excludes(of_manifest)
      ->excludes(named);

  commands.Add("version", "print the version", [&commands](Progress& /*progress*/) -> Result<int> {
    if (commands.common().json) {
      PrintJson({{"gauze", kVersion}, {"documents", DocumentVersions()}});
    } else {
      fmt::print("gauze {}\n", kVersion);
    }
    return 0;
  });
}

}  // namespace gauze::cli
