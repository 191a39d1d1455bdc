#include "gauze/release/load.h"

#include <algorithm>
#include <thread>

#include "gauze/engine/count.h"
#include "gauze/engine/source.h"
#include "gauze/policy/encode.h"
#include "gauze/release/catalog.h"

namespace gauze {

Result<Policy> LoadForRun(const RunOptions& options) {
  GAUZE_ASSIGN(Policy policy, LoadPolicy(options.policy, TheCatalog()));
  GAUZE_TRY(CheckDecided(policy));
  if (!options.source.empty()) policy.sources = {options.source};
  if (!options.out.empty()) policy.directory = options.out;
  if (policy.sources.empty()) {
    return InputError("no source is given", policy.file,
                      "write `source: data.csv` in the policy, or pass --source");
  }
  return policy;
}

Result<CodedTable> LoadTable(Database& database, const Policy& policy, Progress& progress) {
  GAUZE_ASSIGN(const SourceColumns columns,
               OpenSource(database, policy.sources, policy.csv, "source"));
  GAUZE_TRY(CheckColumns(policy, columns.names));
  auto raw = CountDistinct(database, columns, policy, progress);
  if (!raw) {
    Error error = raw.error();
    error.where = policy.sources.front() + (error.where.empty() ? "" : ", " + error.where);
    return tl::unexpected(std::move(error));
  }
  progress.Stage("encoding", 0);
  return Encode(*std::move(raw), policy,
                [&](const std::string& column, const std::string& spelling) {
                  return LocateSpelling(database, column, spelling);
                });
}

tbb::global_control LimitThreads(unsigned threads) {
  const unsigned wanted = threads > 0 ? threads : std::max(1U, std::thread::hardware_concurrency());
  return {tbb::global_control::max_allowed_parallelism, wanted};
}

Result<Generalization> Transform(const Policy& policy, const CodedTable& coded,
                                 Progress& progress) {
  const TransformEntry* transform = FindTransform(policy.transform.descriptor->name);
  return transform->run({coded, policy.protect, policy.missing}, policy.transform.parameters,
                        progress);
}

}  // namespace gauze
