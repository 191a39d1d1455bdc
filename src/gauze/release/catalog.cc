#include "gauze/release/catalog.h"

#include "gauze/ledger/method.h"
#include "gauze/model/class_model.h"
#include "gauze/release/table_promise.h"
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

}  // namespace gauze
