#pragma once

#include <string>
#include <vector>

#include "gauze/policy/policy.h"
#include "gauze/release/input/input.h"

namespace gauze {

// Things a data officer should look at; each a sentence without values.
std::vector<std::string> Warnings(const Policy& policy, const Input& input);

// Columns with a hierarchy that nothing reads, a sentence each; for `check`, since it does not
// change a release.
std::vector<std::string> UnusedHierarchies(const Policy& policy);

}  // namespace gauze
