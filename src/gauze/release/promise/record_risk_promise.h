#pragma once

#include "gauze/release/promise/table_promise.h"

namespace gauze {

// No record's disclosure risk is above delta, over everything that an adversary may know.
TablePromiseEntry RecordRiskPromise();

// The `risk` section as a manifest records it, and back.
Json RiskJson(const RiskSection& risk);
Result<RiskSection> RiskFromJson(const Json& json, const std::string& where);

}  // namespace gauze
