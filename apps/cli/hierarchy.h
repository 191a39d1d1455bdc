#pragma once

#include "command.h"
#include "gauze/base/json_fwd.h"

namespace gauze::cli {

// `gauze hierarchy suggest`.
void AddHierarchySuggest(Commands& commands, CLI::App* parent);

// Nodes with their rows, a level two spaces deeper than the one above (release/prepare/
// hierarchy_tree.h).
void PrintCountedTree(const Json& tree, const char* indent);

}  // namespace gauze::cli
