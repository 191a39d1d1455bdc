#include "gauze/release/distributed/cluster_run.h"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <set>

#include "gauze/base/json.h"
#include "gauze/base/threads.h"
#include "gauze/engine/read/packed_rows.h"
#include "gauze/release/distributed/release_part.h"
#include "gauze/release/files/journal.h"
#include "gauze/release/files/memory_budget.h"
#include "gauze/release/promise/claims.h"
#include "gauze/release/promise/table_promises.h"
#include "gauze/release/rows/released.h"
#include "gauze/release/run/load_policy.h"
#include "gauze/release/run/region_pipeline.h"
#include "gauze/release/run/write_release.h"

namespace gauze {
namespace {

// Hashes are ordered as signed numbers where they travel.
constexpr std::uint64_t kSign = std::uint64_t{1} << 63U;

Json CutsJson(const RegionCuts& cuts) {
  Json nodes = Json::array();
  for (const RegionCuts::Node& node : cuts.nodes) {
    nodes.push_back({node.attribute, node.code, node.left, node.right, node.number});
  }
  return nodes;
}

Result<Constraints> ConstraintsOf(const ClusterTable& table) {
  return Constraints::Make(table.input().schema, RegionPipeline::PromisesOfClasses(table.policy()));
}

}  // namespace

Result<ClusterRun> ClusterRun::Start(ClusterTable& table) {
  ClusterRun run(table);
  GAUZE_TRY(RegionPipeline::CheckPersons(table.policy(), table.input().schema));
  GAUZE_ASSIGN(Constraints constraints, ConstraintsOf(table));
  GAUZE_TRY(constraints.CheckFeasible());
  run.constraints_ = std::make_unique<Constraints>(std::move(constraints));
  run.rule_ =
      std::make_unique<RegionRule>(*run.constraints_, table.input().rows,
                                   RegionPipeline::NeedsWhole(*run.constraints_, table.policy()));
  return run;
}

bool ClusterRun::sampled() const { return table_->input().rows > rule_->largest(); }

void ClusterRun::Cut(std::span<const std::uint64_t> samples) {
  const std::size_t words = table_->words();
  TupleSample sample(words, rule_->sample());
  for (std::size_t at = 0; at < samples.size(); at += words + 2) {
    sample.Add(samples[at] ^ kSign, &samples[at + 1], samples[at + 1 + words]);
  }
  sample.Finish();
  cuts_ = CutRegions(*rule_, table_->input().packing, sample);
  counted_ = !sample.complete() && cuts_.size() > 1;
}

void ClusterRun::Join(std::span<const LeafCount> counts) {
  std::vector<LeafCounts> leaves(cuts_.size());
  for (const LeafCount& count : counts) {
    if (count.attribute == LeafCount::kAllRows) {
      leaves[count.leaf].rows += count.rows;
    } else {
      leaves[count.leaf].values.push_back({count.attribute, count.code, count.rows});
    }
  }
  cuts_.Renumber(JoinRegions(*rule_, cuts_, leaves));
  counted_ = false;
}

std::string ClusterRun::Cuts() const { return CutsJson(cuts_).dump(); }

Result<ClusterRun::Proved> ClusterRun::Finish(const Finished& finished, Progress& progress) const {
  const Policy& policy = table_->policy();
  const Input& input = table_->input();
  GAUZE_ASSIGN(const Budget budget, MakeBudget(finished.memory));
  GAUZE_ASSIGN(Database database, Database::Open({finished.threads, finished.temp}));
  GAUZE_TRY(database.LimitMemory(budget.verify_engine));
  ReleaseWriting release(policy, input.schema, "", finished.temp, database, progress);
  for (const std::string& report : finished.reports) release.Adopt(Json::parse(report));
  std::vector<Verification> parts;
  for (const Json& part : finished.parts) parts.push_back(VerificationFrom(part));
  release.SetPaths({finished.released},
                   finished.copy.empty() ? std::vector<std::string>() : std::vector{finished.copy});
  GAUZE_ASSIGN(const VerifiedRelease verified,
               parts.empty() ? release.Verify(budget.verify_ids) : release.JoinVerified(parts));
  GAUZE_TRY(CheckVerdicts(verified.verification));
  const auto measures = ComputeMeasures(
      ShapeOf(policy, input.schema, input.rows, verified.verification, release.loss().Sums()));
  return Proved{MakeManifest({policy, input, verified.verification, measures, verified.columns,
                              verified.settings, finished.files, release.transform_figures(),
                              release.figures()}),
                verified.file};
}

std::vector<std::string> JudgedColumns(const ClusterTable& table) {
  const CodedTable& schema = table.input().schema;
  const Policy& policy = table.policy();
  std::set<std::string> claimed;
  bool whole = false;
  for (const PolicyEntry& entry : policy.protect) {
    whole = whole || FindTablePromise(entry.descriptor->name) != nullptr;
    claimed.insert(ClaimedAttribute(entry));
  }
  std::vector<std::string> names;
  for (std::size_t j = 0; j < schema.table.attributes.size(); ++j) {
    const Attribute& attribute = schema.table.attributes[j];
    if (!whole && attribute.role != Role::kQuasiIdentifying && !claimed.contains(attribute.name)) {
      continue;
    }
    std::ranges::move(ReleasedNames(schema, j, policy.ranges), std::back_inserter(names));
  }
  return names;
}

Result<RegionFiles> MakeRegionFiles(const ClusterTable& table, const std::string& source,
                                    const RegionPlan& plan, Progress& progress) {
  Policy policy = table.policy();
  policy.format = ReleaseFormat::kParquet;
  policy.counted = table.counted();
  const Input& all = table.input();
  GAUZE_ASSIGN(const Constraints constraints, ConstraintsOf(table));
  const RegionRule rule(constraints, all.rows, false);
  std::vector<const Attribute*> carried;
  for (const std::size_t c : all.carried) carried.push_back(&all.schema.table.attributes[c]);
  GAUZE_ASSIGN(Database database, Database::Open({plan.threads, ""}));
  GAUZE_ASSIGN(const SourceColumns columns, OpenSource(database, {source}, {}, "source"));
  GAUZE_ASSIGN(PackedRows packed,
               ReadPacked(database, columns, {all.packing, carried, rule.counted()}, policy));
  Input input{.schema = all.schema,
              .rows = static_cast<std::uint64_t>(columns.approximate_rows),  // as they were counted
              .plan = all.plan,
              .packing = all.packing,
              .carried = all.carried,
              .spool = std::move(packed.spool)};
  RegionCounts counts = rule.Empty();
  counts.rows = input.rows;
  for (const std::size_t c : rule.counted()) {
    auto& rows = packed.rows[c];
    rows.resize(counts.by_code[c].size());  // where it is longer, nobody has the last ones
    counts.by_code[c] = std::move(rows);
  }
  if (!plan.alone && !rule.Holds(counts)) return RegionFiles();
  const auto limit = LimitThreads(plan.threads);
  GAUZE_ASSIGN(
      RegionPipeline pipeline,
      RegionPipeline::Start(policy, input, {.workers = ThreadsOf(plan.threads), .within = true}));
  GAUZE_ASSIGN(Journal journal, Journal::Open(plan.folder + "/journal"));
  const std::string aside = plan.folder + "/copy";
  std::error_code error;  // who writes there says what is wrong
  std::filesystem::create_directory(aside, error);
  ReleaseWriting release(policy, input.schema, plan.folder, aside, database, progress);
  GAUZE_TRY(release.Write(pipeline, journal, input.rows));
  return RegionFiles{true, release.copy_paths().empty() ? release.paths() : release.copy_paths(),
                     release.Report().dump()};
}

}  // namespace gauze
