#pragma once

#include <string>
#include <vector>

#include "gauze/policy/policy.h"
#include "gauze/release/input/input.h"

namespace gauze {

struct Warning {
  std::string text;   // a sentence without values
  std::string where;  // in the policy: "policy.yaml:5:3", or the file alone
};

// Things a data officer should look at.
std::vector<Warning> Warnings(const Policy& policy, const Input& input);
std::vector<std::string> TextsOf(const std::vector<Warning>& warnings);

// Columns with a hierarchy that nothing reads; for `check`, since it does not change a release.
std::vector<Warning> UnusedHierarchies(const Policy& policy);

}  // namespace gauze
