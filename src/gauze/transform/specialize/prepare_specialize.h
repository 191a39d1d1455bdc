#pragma once

#include <memory>

#include "gauze/transform/constraints.h"
#include "gauze/transform/specialize/freeform_input.h"
#include "gauze/transform/transform.h"

namespace gauze {

// What a policy that specialises asks for, checked as far as values and hierarchies tell.
struct PreparedSpecialize {
  freeform::FreeformInput input;
  freeform::SpecializeOptions options;
  std::unique_ptr<const Constraints> classes;  // that the options point to
};

Result<PreparedSpecialize> PrepareSpecialize(const TransformInput& input,
                                             const Parameters& parameters);

}  // namespace gauze
