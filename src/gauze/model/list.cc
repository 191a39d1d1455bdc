#include <algorithm>

#include "gauze/model/class_model.h"

namespace gauze {

#define GAUZE_MODEL(Name) ModelEntry Name();
#include "gauze/model/models.inc"
#undef GAUZE_MODEL

const std::vector<ModelEntry>& Models() {
  static const std::vector<ModelEntry> models = {
#define GAUZE_MODEL(Name) Name(),
#include "gauze/model/models.inc"
#undef GAUZE_MODEL
  };
  return models;
}

const ModelEntry* FindModel(std::string_view name) {
  const auto found = std::ranges::find(Models(), name, [](const ModelEntry& entry) {
    return std::string_view(entry.descriptor.name);
  });
  return found == Models().end() ? nullptr : &*found;
}

}  // namespace gauze
