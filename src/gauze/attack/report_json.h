#pragma once

#include <nlohmann/json.hpp>

#include "gauze/attack/attack.h"

namespace gauze {

// {"attack", "promise", "holds", "figures", "findings"}
nlohmann::ordered_json ReportJson(const AttackEntry& attack, const AttackReport& report);

}  // namespace gauze
