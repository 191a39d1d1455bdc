#include "gauze/base/json.h"
#include "gauze/release/input.h"
#include "gauze/release/load.h"
#include "gauze/release/manifest.h"
#include "gauze/release/personal.h"
#include "gauze/release/run.h"
#include "gauze/transform/class_step.h"
#include "gauze/transform/constraints.h"
#include "gauze/transform/transform.h"

namespace gauze {

Result<Json> CheckPolicy(const RunOptions& options, Progress& progress) {
  GAUZE_ASSIGN(const Policy policy, LoadForRun(options));
  const auto limit = LimitThreads(options.threads);
  GAUZE_ASSIGN(Database database, Database::Open({options.threads, ""}));
  GAUZE_ASSIGN(const Input input,
               ReadInput(database, policy, {.workers = ThreadsOf(options.threads)}, progress));
  if (policy.personal) GAUZE_TRY(PersonalRun::Start(database, policy, input));
  const CodedTable& coded = input.schema;
  const std::vector<PolicyEntry> promises = PromisesOfTransform(policy);
  GAUZE_ASSIGN(const Constraints constraints, Constraints::Make(coded, promises));
  GAUZE_TRY(constraints.CheckFeasible());
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
  return Json{{"rows", input.rows},
              {"distinct_rows", input.pile.records()},
              {"columns", columns},
              {"warnings", Warnings(policy, input)}};
}

}  // namespace gauze
