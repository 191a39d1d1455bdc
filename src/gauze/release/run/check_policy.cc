#include "gauze/release/run/check_policy.h"

#include <fmt/format.h>

#include "gauze/base/json.h"
#include "gauze/base/threads.h"
#include "gauze/policy/places.h"
#include "gauze/release/input/input.h"
#include "gauze/release/manifest/warnings.h"
#include "gauze/release/personal/personal.h"
#include "gauze/release/rows/singling_out.h"
#include "gauze/release/run/load_policy.h"
#include "gauze/release/run/region_pipeline.h"
#include "gauze/transform/class_step.h"
#include "gauze/transform/constraints.h"
#include "gauze/transform/transform.h"

namespace gauze {
namespace {

// Takes the input's rows if totals are not enough to tell.
Status CheckConstraints(const std::vector<PolicyEntry>& promises, Input& input) {
  GAUZE_ASSIGN(const Constraints constraints, Constraints::Make(input.schema, promises));
  GAUZE_TRY(constraints.CheckFeasible());
  if (!constraints.needs_tuples()) return {};
  GAUZE_ASSIGN(const Region region,
               MakeRegion(std::move(input.spool), input.packing, input.schema, input.carried));
  GAUZE_ASSIGN(const Constraints of_tuples, Constraints::Make(region.coded, promises));
  return of_tuples.CheckFeasible();
}

}  // namespace

Result<Json> CheckPolicy(const RunOptions& options, Progress& progress) {
  GAUZE_ASSIGN(const Policy policy, LoadForRun(options));
  const auto limit = LimitThreads(options.threads);
  GAUZE_ASSIGN(Database database, Database::Open({options.threads, ""}));
  GAUZE_ASSIGN(Input input,
               ReadInput(database, policy, {.workers = ThreadsOf(options.threads)}, progress));
  if (policy.personal) GAUZE_TRY(PersonalRun::Start(database, policy, input));
  GAUZE_TRY(RegionPipeline::CheckPersons(policy, input.schema));
  const CodedTable& coded = input.schema;
  const std::vector<PolicyEntry> promises = PromisesOfTransform(policy);
  GAUZE_TRY(CheckConstraints(promises, input));
  const TransformEntry& transform = *FindTransform(policy.transform.descriptor->name);
  if (transform.check != nullptr) {
    GAUZE_TRY(transform.check({.coded = coded,
                               .protect = promises,
                               .missing = policy.missing,
                               .whole_tuples = !input.carried.empty()},
                              policy.transform.parameters));
  }
  Json columns = Json::array();
  for (std::size_t i = 0; i < coded.table.attributes.size(); ++i) {
    columns.push_back({{"name", coded.table.attributes[i].name},
                       {"role", Name(coded.table.attributes[i].role)},
                       {"distinct", coded.table.domains[i].value_count()},
                       {"has_missing", coded.table.domains[i].has_missing()}});
  }
  std::vector<Warning> warnings = Warnings(policy, input);
  for (Warning& warning : UnusedHierarchies(policy)) warnings.push_back(std::move(warning));
  // No error: most releases are never bundled, and one can be without its policy.
  if (const auto lines = LinesWithPlaces(policy.text); !lines.empty()) {
    warnings.push_back(
        {fmt::format("the policy names paths of this machine ({}), so `gauze bundle` "
                     "will not pack it with its release; if recipients should have "
                     "it, write these paths relative to the policy file, without "
                     "`..`, before the run",
                     LineNumbers(lines)),
         fmt::format("{}:{}:1", policy.file, lines.front())});
  }
  GAUZE_ASSIGN(const auto uniqueness, UniquenessBefore(database, policy, input.rows, progress));
  if (uniqueness) {
    if (auto warning = UniquenessWarning(*uniqueness, SpokenOf::kUnchanged)) {
      warnings.push_back({*std::move(warning), policy.file});
    }
  }
  Json report = {{"rows", input.rows},
                 {"distinct_rows", std::min(input.distinct_rows.count(), input.rows)},
                 {"columns", columns},
                 {"promises", Json::array()},
                 {"warnings", TextsOf(warnings)},
                 {"findings", Json::array()}};
  for (const PolicyEntry& promise : policy.protect) report["promises"].push_back(promise.Text());
  for (const Warning& warning : warnings) {
    report["findings"].push_back({{"message", warning.text}, {"where", warning.where}});
  }
  if (uniqueness) report["uniqueness"] = UniquenessJson(*uniqueness, SpokenOf::kUnchanged);
  return report;
}

}  // namespace gauze
