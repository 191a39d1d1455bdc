#include <fmt/format.h>

#include "command.h"
#include "gauze/base/json.h"
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

  auto manifest = std::make_shared<bool>(false);
  auto evidence = std::make_shared<bool>(false);
  CLI::App* schema = commands.Add("schema", "print the JSON Schema of a policy",
                                  [manifest, evidence](Progress& /*progress*/) -> Result<int> {
                                    PrintJson(*manifest   ? ManifestSchema()
                                              : *evidence ? report::EvidenceSchema()
                                                          : PolicySchema(TheCatalog()));
                                    return 0;
                                  });
  auto* of_manifest =
      schema->add_flag("--manifest", *manifest, "print the schema of a manifest instead");
  schema->add_flag("--evidence", *evidence, "print the schema of evidence.json instead")
      ->excludes(of_manifest);

  commands.Add("version", "print the version", [&commands](Progress& /*progress*/) -> Result<int> {
    if (commands.common().json) {
      PrintJson({{"gauze", kVersion}});
    } else {
      fmt::print("gauze {}\n", kVersion);
    }
    return 0;
  });
}

}  // namespace gauze::cli
