#pragma once

#include <optional>
#include <string>
#include <vector>

#include "gauze/base/error.h"
#include "gauze/base/json_fwd.h"
#include "gauze/studio/jobs.h"

// What a job can do. An action is a function from the options of a request to a command of this
// program; adding one is a function in actions.cc and its line in the list there.

namespace gauze::studio {

class Desk;

// An order, and its result if that is known from before.
struct PlannedJob {
  JobOrder order;
  std::optional<std::string> known;
};

// Fails if there is no such action, or its options are not what it takes, or name something that
// the studio does not see.
Result<PlannedJob> PlanJob(Desk& desk, const std::string& action, const Json& options);

}  // namespace gauze::studio
