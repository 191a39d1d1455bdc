#pragma once

#include <map>
#include <string>
#include <vector>

#include "gauze/policy/policy.h"

namespace gauze {

// Files that the policy names beside its data: hierarchies and knowledge, in the order in which
// they are named.
std::vector<std::string> FilesOf(const Policy& policy);

// Files of a source as they are now: those that it stands for if it is a pattern, none if it is a
// table in memory.
std::vector<std::string> FilesOfSource(const std::string& source);

// Files of FilesOf() are elsewhere: from the path that it tells to another.
void MoveFiles(const std::map<std::string, std::string>& moved, Policy& policy);

}  // namespace gauze
