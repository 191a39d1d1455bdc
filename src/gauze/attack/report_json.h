#pragma once

#include "gauze/attack/attack.h"
#include "gauze/base/json_fwd.h"

namespace gauze {

// {"attack", "promise", "holds", "figures", "findings"}
Json ReportJson(const AttackEntry& attack, const AttackReport& report);

}  // namespace gauze
