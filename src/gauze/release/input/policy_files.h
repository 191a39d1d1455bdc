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

// Each file of the sources and of FilesOf() as it is now, without reading it: size, when it was
// written, and which file it is.
using StatesOfFiles = std::map<std::string, std::string>;
StatesOfFiles FileStates(const Policy& policy);
// Fails if one of them is not what it was: what was read and what a digest is taken of would
// differ.
Status CheckUnchanged(const Policy& policy, const StatesOfFiles& before);

// Files of FilesOf() are elsewhere: from the path that it tells to another.
void MoveFiles(const std::map<std::string, std::string>& moved, Policy& policy);

}  // namespace gauze
