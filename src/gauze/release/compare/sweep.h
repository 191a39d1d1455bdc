#pragma once

#include <string>
#include <utility>
#include <vector>

#include "gauze/base/error.h"
#include "gauze/policy/policy.h"

namespace gauze {

// A policy that might be used, and what it is called beside others.
struct Candidate {
  std::string name;
  std::vector<std::pair<std::string, std::string>> values;  // of swept parameters
  Policy policy;
};

// The policy once for each value, as `k=2,5,10` or `transform=mondrian,cluster` say; of several
// sweeps all combinations, the last one changing fastest.
//
// A parameter belongs to a promise, the transform or a step of the policy, and is written with
// what it belongs to where several have one of that name: `l_diversity.l`. It need not be in the
// policy yet. Another transform takes over what was written of the policy's own, if it has a
// parameter of that name. Every candidate is checked as a policy is.
Result<std::vector<Candidate>> SweepPolicy(const Policy& policy,
                                           const std::vector<std::string>& sweeps);

}  // namespace gauze
