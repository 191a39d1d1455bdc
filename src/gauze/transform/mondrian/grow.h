#pragma once

#include <memory>
#include <vector>

#include "gauze/base/progress.h"
#include "gauze/transform/mondrian/workspace.h"

namespace gauze::mondrian {

// Cuts until nothing can be cut. Parallel; the tree does not depend on the threads.
std::unique_ptr<Node> Grow(Workspace& workspace, Progress& progress);

// Leaves from left to right, suppressed ones included.
std::vector<Node*> Leaves(Node& root);

}  // namespace gauze::mondrian
