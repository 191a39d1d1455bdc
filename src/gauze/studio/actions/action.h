#pragma once

#include <optional>
#include <string>

#include "gauze/studio/desk.h"
#include "gauze/studio/fields.h"
#include "gauze/studio/jobs/command_line.h"
#include "gauze/studio/jobs/jobs.h"

// What those who write an action need.

namespace gauze::studio {

// An order, and its result if that is known from before.
struct PlannedJob {
  JobOrder order;
  std::optional<std::string> known;
};

using Planned = Result<PlannedJob>;

// A command that is run as it stands.
PlannedJob JobOf(const CommandLine& command);

// Fails if no policy is open.
Result<Project*> ThePolicy(Desk& desk);
// The path of the policy that is open, once nothing in it leads out of the folder.
Result<std::string> SafePolicy(Desk& desk);
// A document that is tried and not saved lies in our folder meanwhile. The file, and the folder
// that paths in it start from; once nothing in it leads out of the studio's.
struct TriedPolicy {
  std::string file;
  std::string folder;
};
Result<TriedPolicy> TryPolicy(Desk& desk, const Json& document, const std::string& name);
// The one table of the policy, or the file that is open.
Result<std::string> TheTable(Desk& desk);

}  // namespace gauze::studio
