#include "gauze/release/manifest/catalog.h"

#include "gauze/ledger/method.h"
#include "gauze/measure/measure.h"
#include "gauze/model/class_model.h"
#include "gauze/policy/preset.h"
#include "gauze/release/promise/table_promises.h"
#include "gauze/taxonomy/builders/builder.h"
#include "gauze/transform/class_step.h"
#include "gauze/transform/transform.h"

namespace gauze {

const Catalog& TheCatalog() {
  static const Catalog kCatalog = [] {
    Catalog catalog;
    for (const ModelEntry& entry : Models()) catalog.models.push_back(&entry.descriptor);
    for (const TablePromiseEntry& entry : TablePromises()) {
      catalog.models.push_back(&entry.descriptor);
    }
    for (const TransformEntry& entry : Transforms()) {
      catalog.transforms.push_back(&entry.descriptor);
    }
    for (const ClassStepEntry& entry : ClassSteps()) catalog.steps.push_back(&entry.descriptor);
    for (const ledger::MethodEntry& entry : ledger::Methods()) {
      catalog.methods.push_back(&entry.descriptor);
    }
    return catalog;
  }();
  return kCatalog;
}

std::vector<CatalogSection> CatalogSections() {
  std::vector<CatalogSection> sections = {{"models", TheCatalog().models},
                                          {"transforms", TheCatalog().transforms},
                                          {"steps", TheCatalog().steps},
                                          {"methods of ledgers", TheCatalog().methods}};
  CatalogSection presets{"presets", {}};
  for (const Preset& entry : Presets()) presets.descriptors.push_back(&entry.descriptor);
  sections.push_back(std::move(presets));
  CatalogSection measures{"measures", {}};
  for (const MeasureEntry& entry : Measures()) measures.descriptors.push_back(&entry.descriptor);
  sections.push_back(std::move(measures));
  CatalogSection builders{"hierarchy builders", {}};
  for (const HierarchyBuilder& entry : HierarchyBuilders()) {
    builders.descriptors.push_back(&entry.descriptor);
  }
  sections.push_back(std::move(builders));
  return sections;
}

}  // namespace gauze
