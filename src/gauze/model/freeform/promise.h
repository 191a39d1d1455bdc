#pragma once

#include "gauze/base/descriptor.h"
#include "gauze/model/freeform/rules.h"
#include "gauze/policy/policy.h"

namespace gauze::freeform {

constexpr const char* kFreeform = "freeform";

// The promise as a policy writes it: thresholds, and what is guarded in each column.
Descriptor FreeformDescriptor();

// Its thresholds.
Result<BreachRules> BreachRulesOf(const PolicyEntry& promise);
// What it says of a column. Reads the file of beliefs, if one is named.
Result<AttributeRules> AttributeRulesOf(const PolicyEntry& promise,
                                        const PolicyEntry::Column& column);

}  // namespace gauze::freeform
