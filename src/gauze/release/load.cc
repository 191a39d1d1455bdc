#include "gauze/release/load.h"

#include <algorithm>
#include <thread>

#include "gauze/policy/changed_entry.h"
#include "gauze/release/catalog.h"
#include "gauze/release/personal.h"
#include "gauze/release/table_promise.h"

namespace gauze {

static Status ReplaceK(std::uint64_t k, Policy& policy) {
  for (PolicyEntry& entry : policy.protect) {
    if (!entry.parameters.Has("k")) continue;
    GAUZE_ASSIGN(entry.parameters, ChangedParameters(entry, {"k", std::to_string(k), entry.where}));
  }
  return {};
}

Result<Policy> LoadPolicy(const PolicyText& policy) {
  if (policy.text) return ParsePolicy(*policy.text, policy.file, TheCatalog());
  return LoadPolicy(policy.file, TheCatalog());
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
  return policy;
}

Status CheckForRun(const Policy& policy) {
  GAUZE_TRY(CheckDecided(policy));
  GAUZE_TRY(CheckKept(policy));
  return CheckPersonal(policy);
}

Result<Policy> LoadForRun(const RunOptions& options) {
  GAUZE_ASSIGN(Policy policy, LoadWithSource(options));
  GAUZE_TRY(CheckForRun(policy));
  return policy;
}

std::size_t ThreadsOf(unsigned threads) {
  return threads > 0 ? threads : std::max(1U, std::thread::hardware_concurrency());
}

tbb::global_control LimitThreads(unsigned threads) {
  return {tbb::global_control::max_allowed_parallelism, ThreadsOf(threads)};
}

}  // namespace gauze
