#pragma once

#include <string>

#include "gauze/base/json_fwd.h"
#include "gauze/studio/actions/action.h"

// What a job can do. An action is a function from the options of a request to a command of this
// program. Adding one is the function, declared here, and its line in the list of actions.cc.

namespace gauze::studio {

// Fails if there is no such action, or its options are not what it takes, or name something that
// the studio does not see.
Planned PlanJob(Desk& desk, const std::string& action, const Json& options);

Planned PlanOpen(Desk& desk, Fields& options);
Planned PlanProfile(Desk& desk, Fields& options);
Planned PlanPrice(Desk& desk, Fields& options);
Planned PlanPlan(Desk& desk, Fields& options);
Planned PlanCheck(Desk& desk, Fields& options);
Planned PlanSweep(Desk& desk, Fields& options);
Planned PlanRunning(Desk& desk, Fields& options);
Planned PlanExplain(Desk& desk, Fields& options);

Planned PlanVerify(Desk& desk, Fields& options);
Planned PlanMeasure(Desk& desk, Fields& options);
Planned PlanAttack(Desk& desk, Fields& options);
Planned PlanReport(Desk& desk, Fields& options);

Planned PlanSuggest(Desk& desk, Fields& options);
Planned PlanHierarchyCheck(Desk& desk, Fields& options);
Planned PlanHierarchyBuild(Desk& desk, Fields& options);

Planned PlanKeys(Desk& desk, Fields& options);
Planned PlanBundle(Desk& desk, Fields& options);
Planned PlanBundleVerify(Desk& desk, Fields& options);

Planned PlanLedgerInit(Desk& desk, Fields& options);
Planned PlanAppend(Desk& desk, Fields& options);
Planned PlanLedgerStatus(Desk& desk, Fields& options);
Planned PlanLedgerLog(Desk& desk, Fields& options);
Planned PlanLedgerVerify(Desk& desk, Fields& options);

}  // namespace gauze::studio
