#include "gauze/studio/endpoints/catalog_json.h"

#include "gauze/attack/attack.h"
#include "gauze/base/json.h"
#include "gauze/policy/preset.h"
#include "gauze/policy/schema/parameter_schema.h"
#include "gauze/policy/schema/schema.h"
#include "gauze/release/manifest/catalog.h"
#include "gauze/release/prepare/purpose.h"
#include "gauze/table/attribute.h"
#include "gauze/taxonomy/library/library.h"

namespace gauze::studio {
namespace {

// Where a section of the catalog stands in the answer, and its entries in the docs: a page each
// ("models/"), a heading of one page ("measures/#"), or one heading for all.
struct SectionPlace {
  const char* title;  // as CatalogSections() has it
  const char* name;
  const char* docs;
};
constexpr SectionPlace kPlaces[] = {
    {"models", "models", "models/"},
    {"transforms", "transforms", "transforms/"},
    {"steps", "steps", "transforms/"},
    {"methods of ledgers", "methods", "ledger/#methods"},
    {"presets", "presets", "presets/#"},
    {"measures", "measures", "measures/#"},
    {"hierarchy builders", "builders", "hierarchies/#"},
};

Json Entry(const Descriptor& descriptor, const std::string& docs) {
  Json entry = DescriptorJson(descriptor);
  entry["docs"] = docs;
  if (docs.ends_with('/')) entry["docs"] = docs + descriptor.name + "/";
  if (docs.ends_with('#')) entry["docs"] = docs + descriptor.name;
  return entry;
}

}  // namespace

Json CatalogJson() {
  Json catalog;
  for (const CatalogSection& section : CatalogSections()) {
    for (const SectionPlace& place : kPlaces) {
      if (section.title != place.title) continue;
      Json& list = catalog[place.name] = Json::array();
      for (const Descriptor* descriptor : section.descriptors) {
        list.push_back(Entry(*descriptor, place.docs));
      }
    }
  }
  // What each asks for, beside what it says.
  for (std::size_t i = 0; i < Presets().size(); ++i) {
    Json least = Json::array();
    for (const Preset::Least& part : Presets()[i].least) {
      least.push_back(
          {{"model", part.model}, {"parameter", part.parameter}, {"value", part.value}});
    }
    catalog["presets"][i]["least"] = std::move(least);
    catalog["presets"][i]["stated"] = Presets()[i].stated;
  }
  catalog["attacks"] = Json::array();
  for (const AttackEntry& attack : Attacks()) {
    Json entry = Entry(attack.descriptor, "attacks/#");
    entry["several"] = attack.several;
    catalog["attacks"].push_back(std::move(entry));
  }
  catalog["libraries"] = Json::array();
  for (const HierarchyLibrary& library : HierarchyLibraries()) {
    catalog["libraries"].push_back(
        {{"name", library.name}, {"summary", library.title}, {"docs", "hierarchies/#library"}});
  }
  catalog["purposes"] = Json::array();
  for (const Purpose& purpose : Purposes()) {
    catalog["purposes"].push_back({{"name", purpose.name}, {"summary", purpose.readers}});
  }
  catalog["roles"] = RoleNames();
  catalog["types"] = ValueTypeNames();
  catalog["missing"] = MissingPolicyNames();
  catalog["schema"] = PolicySchema(TheCatalog());
  return catalog;
}

}  // namespace gauze::studio
