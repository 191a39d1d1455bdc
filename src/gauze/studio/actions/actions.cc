#include "gauze/studio/actions/actions.h"

#include <algorithm>
#include <array>

#include "gauze/base/json.h"
#include "gauze/base/text/suggest.h"

namespace gauze::studio {
namespace {

struct Action {
  const char* name;
  Planned (*plan)(Desk& desk, Fields& options);
};

constexpr std::array kActions{
    Action{"open", PlanOpen},
    Action{"profile", PlanProfile},
    Action{"price", PlanPrice},
    Action{"plan", PlanPlan},
    Action{"check", PlanCheck},
    Action{"sweep", PlanSweep},
    Action{"run", PlanRunning},
    Action{"verify", PlanVerify},
    Action{"measure", PlanMeasure},
    Action{"attack", PlanAttack},
    Action{"report", PlanReport},
    Action{"explain", PlanExplain},
    Action{"hierarchy_suggest", PlanSuggest},
    Action{"hierarchy_check", PlanHierarchyCheck},
    Action{"hierarchy_build", PlanHierarchyBuild},
    Action{"keys", PlanKeys},
    Action{"bundle", PlanBundle},
    Action{"bundle_verify", PlanBundleVerify},
    Action{"ledger_init", PlanLedgerInit},
    Action{"append", PlanAppend},
    Action{"ledger_status", PlanLedgerStatus},
    Action{"ledger_log", PlanLedgerLog},
    Action{"ledger_verify", PlanLedgerVerify},
};

}  // namespace

Planned PlanJob(Desk& desk, const std::string& action, const Json& options) {
  const auto found =
      std::ranges::find_if(kActions, [&](const Action& each) { return action == each.name; });
  if (found == kActions.end()) {
    std::vector<std::string> names;
    for (const Action& each : kActions) names.emplace_back(each.name);
    return InputError("there is no such action", "", DidYouMean(action, names));
  }
  Fields fields(options);
  GAUZE_ASSIGN(PlannedJob job, found->plan(desk, fields));
  job.order.action = action;
  job.order.options = options.dump();
  job.order.project = desk.opened_path();
  return job;
}

}  // namespace gauze::studio
