#pragma once

#include "gauze/transform/mondrian/workspace.h"
#include "gauze/transform/transform.h"

namespace gauze::mondrian {

// From leaves to classes. Leaves that print the same labels are one class to every reader, and
// suppressed rows change what t-closeness compares with, so every class is judged once more as a
// reader sees it; where one fails, the cuts that made it are undone until all hold. The root
// satisfied every model, so this ends.
Result<Generalization> MakeClasses(const Workspace& workspace, Node& root,
                                   const std::vector<PolicyEntry>& protect);

}  // namespace gauze::mondrian
