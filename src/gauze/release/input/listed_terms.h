#pragma once

#include <map>
#include <string>
#include <vector>

#include "gauze/encode/encode.h"
#include "gauze/policy/policy.h"
#include "gauze/taxonomy/knowledge.h"

namespace gauze {

// Where the policy shows only terms of a list (transform/suppress/safe_terms.h), sets lose all
// others as soon as they are read. Nothing that is made of rows from then on, neither classes nor
// figures, can depend on them. A set that has none of the listed terms is a missing cell.
void KeepListedTerms(const Policy& policy, const std::map<std::string, Knowledge>& knowledge,
                     std::vector<SpelledColumn>& columns);

}  // namespace gauze
