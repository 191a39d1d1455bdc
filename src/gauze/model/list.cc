#include <algorithm>

#include "gauze/model/class_model.h"

namespace gauze {

// Each is defined in the file of its name.
ModelEntry KAnonymity();
ModelEntry LDiversity();
ModelEntry TCloseness();
ModelEntry Proximity();

const std::vector<ModelEntry>& Models() {
  static const std::vector<ModelEntry> models = {
      KAnonymity(),
      LDiversity(),
      TCloseness(),
      Proximity(),
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
