#include "gauze/release/run/load_policy.h"

#include "gauze/policy/changed_entry.h"
#include "gauze/postgresql/address.h"
#include "gauze/release/personal/personal.h"
#include "gauze/release/promise/table_promises.h"
#include "gauze/transform/class_step.h"

namespace gauze {

static Status ReplaceK(std::uint64_t k, Policy& policy) {
  for (PolicyEntry& entry : policy.protect) {
    if (!entry.parameters.Has("k")) continue;
    GAUZE_ASSIGN(entry.parameters, ChangedParameters(entry, {"k", std::to_string(k), entry.where}));
  }
  return {};
}

Result<Policy> LoadWithSource(const RunOptions& options) {
  GAUZE_ASSIGN(Policy policy, LoadPolicy(options.policy));
  GAUZE_TRY(CheckRoles(policy));
  if (!options.source.empty()) policy.sources = {options.source};
  if (!options.out.empty()) policy.directory = options.out;
  if (!options.vault.empty() && policy.personal) policy.personal->vault = options.vault;
  policy.counted = options.counted;
  if (options.format) policy.format = *options.format;
  if (options.k > 0) GAUZE_TRY(ReplaceK(options.k, policy));
  if (policy.sources.empty()) {
    return InputError("no source is given", policy.file,
                      "write `source: data.csv` in the policy, or pass --source");
  }
  // A password must be in no later message.
  if (IsDatabaseAddress(options.source)) {
    GAUZE_TRY(ParseDatabaseAddress(options.source, "--source"));
  }
  if (IsDatabaseAddress(options.out)) GAUZE_TRY(ParseDatabaseAddress(options.out, "--out"));
  return policy;
}

Status CheckForRun(const Policy& policy) {
  GAUZE_TRY(CheckDecided(policy));
  GAUZE_TRY(CheckKept(policy));
  GAUZE_TRY(CheckSteps(policy));
  return CheckPersonal(policy);
}

Result<Policy> LoadForRun(const RunOptions& options) {
  GAUZE_ASSIGN(Policy policy, LoadWithSource(options));
  GAUZE_TRY(CheckForRun(policy));
  return policy;
}

}  // namespace gauze
