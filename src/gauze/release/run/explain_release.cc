#include "gauze/release/run/explain_release.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "gauze/base/counted.h"
#include "gauze/base/json.h"
#include "gauze/base/suggest.h"
#include "gauze/base/threads.h"
#include "gauze/release/input/input.h"
#include "gauze/release/rows/released.h"
#include "gauze/release/run/load_policy.h"
#include "gauze/release/run/region_pipeline.h"

namespace gauze {
namespace {

// Runs the policy without writing anything: `use` sees every region in order.
Status Replay(const RunOptions& options, const Policy& policy, Progress& progress,
              const std::function<Status(const RegionPipeline::Made&)>& use) {
  const auto limit = LimitThreads(options.threads);
  const std::size_t workers = ThreadsOf(options.threads);
  GAUZE_ASSIGN(Database database, Database::Open({options.threads, ""}));
  GAUZE_ASSIGN(Input input, ReadInput(database, policy, {.workers = workers}, progress));
  GAUZE_ASSIGN(RegionPipeline pipeline, RegionPipeline::Start(policy, input, {.workers = workers}));
  progress.Stage("explaining", input.rows, "rows");
  return pipeline.Run(progress, [&](const std::vector<RegionPipeline::Made>& batch) -> Status {
    for (const RegionPipeline::Made& made : batch) GAUZE_TRY(use(made));
    return {};
  });
}

const Label& LabelOf(const Generalization& generalization, std::size_t in_class, std::size_t qi) {
  const std::size_t width = generalization.quasi_identifiers.size();
  return generalization.labels[qi][generalization.class_labels[in_class * width + qi]];
}

// Steps mostly leave the classes alone.
bool HasTheTransformsClasses(const RegionPipeline::Made& made) {
  for (const auto& figures : made.figures) {
    for (const StepFigure& figure : figures) {
      const bool counts = figure.name == "classes_joined" || figure.name == "classes_withheld";
      if (counts && figure.value > 0) return false;
    }
  }
  return true;
}

Result<Json> DescribeClass(const Policy& policy, const RegionPipeline::Made& made, std::size_t c) {
  const TransformEntry* transform = FindTransform(policy.transform.descriptor->name);
  const Table& table = made.region.coded.table;
  std::vector<std::string> lines = {"a step merged classes: how they were made is not shown"};
  if (HasTheTransformsClasses(made)) {
    const auto promises = PromisesOfTransform(policy);
    GAUZE_ASSIGN(lines, transform->explain(
                            {made.region.coded, promises, policy.missing,
                             !made.region.carried.empty(), policy.risk ? &*policy.risk : nullptr},
                            policy.transform.parameters, c));
  }
  Json labels;
  for (std::size_t j = 0; j < made.generalization.quasi_identifiers.size(); ++j) {
    const Label& label = LabelOf(made.generalization, c, j);
    labels[table.attributes[made.generalization.quasi_identifiers[j]].name] = {
        {"released", label.missing ? Json(nullptr) : Json(label.text)}, {"loss", label.loss}};
  }
  return Json{{"labels", labels}, {"path", lines}};
}

}  // namespace

Result<Json> ExplainRow(const RunOptions& options, std::uint64_t row, Progress& progress) {
  GAUZE_ASSIGN(const Policy policy, LoadForRun(options));
  std::uint64_t last = 0;
  std::uint64_t classes = 0;
  Json report;
  GAUZE_TRY(Replay(options, policy, progress, [&](const RegionPipeline::Made& made) -> Status {
    const auto rows = ClassRows(made.region.coded.table, made.generalization);
    for (std::size_t c = 0; c < rows.size(); ++c) {
      const std::uint64_t first = last;
      last += rows[c];
      ++classes;
      if (row <= first || row > last) continue;
      GAUZE_ASSIGN(const Json described, DescribeClass(policy, made, c));
      report = {{"row", row}, {"class", classes}, {"class_rows", rows[c]}};
      report.update(described);
    }
    return {};
  }));
  if (report.is_null()) {
    return InputError(
        fmt::format("there is no row {}: the release has {}", row, Counted(last, "row", "rows")),
        "--row", fmt::format("name one from 1 to {}", last));
  }
  return report;
}

Result<Json> ExplainColumn(const RunOptions& options, const std::string& column,
                           Progress& progress) {
  GAUZE_ASSIGN(const Policy policy, LoadForRun(options));
  std::vector<std::string> names;
  for (const PolicyAttribute& attribute : policy.attributes) {
    if (attribute.attribute.role == Role::kQuasiIdentifying) {
      names.push_back(attribute.attribute.name);
    }
  }
  if (std::ranges::find(names, column) == names.end()) {
    return InputError(fmt::format("\"{}\" is not a quasi-identifying column", column), "--column",
                      DidYouMean(column, names));
  }
  std::uint64_t released = 0;
  std::uint64_t exact = 0;
  std::uint64_t anything = 0;
  double loss = 0;
  std::set<std::string> labels;
  GAUZE_TRY(Replay(options, policy, progress, [&](const RegionPipeline::Made& made) -> Status {
    const Table& table = made.region.coded.table;
    const auto& quasi = made.generalization.quasi_identifiers;
    const auto j =
        static_cast<std::size_t>(std::ranges::find(quasi, table.Find(column)) - quasi.begin());
    const auto rows = ClassRows(table, made.generalization);
    for (std::size_t c = 0; c < rows.size(); ++c) {
      const Label& label = LabelOf(made.generalization, c, j);
      labels.insert(label.text);
      released += rows[c];
      if (label.loss == 0) exact += rows[c];
      if (label.text == "*") anything += rows[c];
      loss += label.loss * static_cast<double>(rows[c]);
    }
    return {};
  }));
  return Json{{"column", column},
              {"rows", released},
              {"exact_rows", exact},
              {"anything_rows", anything},
              {"labels", labels.size()},
              {"mean_loss", released == 0 ? 0 : loss / static_cast<double>(released)}};
}

}  // namespace gauze
