#pragma once

#include <map>
#include <string>
#include <vector>

#include "gauze/policy/policy.h"

namespace gauze {

// Files that the policy names beside its data: hierarchies and knowledge, in the order in which
// they are named.
std::vector<std::string> FilesOf(const Policy& policy);

// The same files, elsewhere: from the path that FilesOf tells to another.
void MoveFiles(const std::map<std::string, std::string>& moved, Policy& policy);

}  // namespace gauze
