#pragma once

#include <optional>
#include <string>

#include "gauze/policy/policy.h"

namespace gauze {

// Where a policy is: in a file, or in memory.
struct PolicyText {
  std::string file;                 // its name; relative paths start from its folder
  std::optional<std::string> text;  // if given, the file is not read
};

// Against everything that this build knows.
Result<Policy> LoadPolicy(const PolicyText& policy);

}  // namespace gauze
