#include <algorithm>

#include "gauze/transform/class_step.h"
#include "gauze/transform/cluster/cluster.h"
#include "gauze/transform/mondrian/mondrian.h"
#include "gauze/transform/specialize/specialize_transform.h"
#include "gauze/transform/suppress/step/suppress_terms.h"
#include "gauze/transform/suppress_cells/cells_transform.h"
#include "gauze/transform/transform.h"
#include "gauze/transform/widen/widen_step.h"

namespace gauze {

const std::vector<TransformEntry>& Transforms() {
  static const std::vector<TransformEntry> kList = {
      MondrianEntry(),
      ClusterEntry(),
      SuppressCellsEntry(),
      SpecializeEntry(),
  };
  return kList;
}

const std::vector<ClassStepEntry>& ClassSteps() {
  static const std::vector<ClassStepEntry> kList = {
      SuppressTermsEntry(),
      WidenEntry(),
  };
  return kList;
}

const TransformEntry* FindTransform(std::string_view name) {
  const auto found = std::ranges::find_if(
      Transforms(), [&](const TransformEntry& entry) { return entry.descriptor.name == name; });
  return found == Transforms().end() ? nullptr : &*found;
}

}  // namespace gauze
