#include "gauze/release/load.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <thread>

#include "gauze/engine/count.h"
#include "gauze/engine/source.h"
#include "gauze/policy/encode.h"
#include "gauze/release/catalog.h"
#include "gauze/release/released.h"

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

namespace {

// Two typed bounds have one way to say "nothing here": it cannot mean both missing and suppressed.
Status CheckBounds(const CodedTable& coded, const Policy& policy) {
  if (policy.ranges != RangeStyle::kBounds || policy.missing != MissingPolicy::kOwnValue) return {};
  for (const std::size_t attribute : coded.table.WithRole(Role::kQuasiIdentifying)) {
    if (IsNumeric(coded.table.attributes[attribute].type) &&
        coded.HierarchyOf(attribute) == nullptr && coded.table.domains[attribute].has_missing()) {
      return InputError("ranges: bounds cannot tell missing cells from suppressed ones",
                        fmt::format("column {}", coded.table.attributes[attribute].name),
                        "use missing: wildcard or reject, or ranges: interval");
    }
  }
  return {};
}

// Readers, the engine among them, take names in upper and lower case as the same.
Status CheckReleasedNames(const CodedTable& coded, const Policy& policy) {
  std::set<std::string> names;
  for (std::size_t attribute = 0; attribute < coded.table.attributes.size(); ++attribute) {
    for (const std::string& name : ReleasedNames(coded, attribute, policy.ranges)) {
      std::string lower = name;
      std::ranges::transform(lower, lower.begin(),
                             [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
      if (!names.insert(std::move(lower)).second) {
        return InputError(fmt::format("two released columns would be named \"{}\"", name),
                          policy.file, "rename a column, or use ranges: interval");
      }
    }
  }
  return {};
}

}  // namespace

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
  GAUZE_ASSIGN(CodedTable coded,
               Encode(*std::move(raw), policy,
                      [&](const std::string& column, const std::vector<std::string>& spellings) {
                        return LocateSpelling(database, column, spellings);
                      }));
  GAUZE_TRY(CheckBounds(coded, policy));
  GAUZE_TRY(CheckReleasedNames(coded, policy));
  return coded;
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
