#pragma once

#include "gauze/attack/attack.h"
#include "gauze/attack/files/file_attack.h"
#include "gauze/base/json_fwd.h"

namespace gauze {

// {"attack", "promise", "holds", "reading", "figures", "findings"}
Json ReportJson(const AttackEntry& attack, const AttackReport& report);
// Of an attack that tries no promise.
Json ReportJson(const FileAttackEntry& attack, const AttackReport& report);

}  // namespace gauze
