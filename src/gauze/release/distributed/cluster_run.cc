#include "gauze/release/distributed/cluster_run.h"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <set>

#include "gauze/base/json.h"
#include "gauze/base/threads.h"
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

Json CutsJson(const RegionCuts& cuts) {
  Json nodes = Json::array();
  for (const RegionCuts::Node& node : cuts.nodes) {
    nodes.push_back({static_cast<int>(node.kind), node.attribute, node.code, node.left, node.right,
                     node.number});
  }
  return nodes;
}

RegionCuts CutsFrom(const std::string& text) {
  RegionCuts cuts;
  cuts.nodes.clear();
  for (const Json& node : Json::parse(text)) {
    cuts.nodes.push_back({.kind = static_cast<RegionCuts::Kind>(node.at(0).get<int>()),
                          .attribute = node.at(1),
                          .code = node.at(2),
                          .left = node.at(3),
                          .right = node.at(4),
                          .number = node.at(5)});
  }
  return cuts;
}

Result<Constraints> ConstraintsOf(const ClusterTable& table) {
  return Constraints::Make(table.input().schema, RegionPipeline::PromisesOfClasses(table.policy()));
}

template <typename Visit>
void ForRecords(const ClusterTable& table, std::span<const std::uint64_t> records,
                const Visit& visit) {
  const std::size_t size = table.shape().fixed();
  for (std::size_t at = 0; at < records.size(); at += size) visit(&records[at]);
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
  RegionCounts whole = run.rule_->Empty();
  whole.rows = table.input().rows;
  for (std::size_t j = 0; j < whole.by_code.size(); ++j) {
    if (!whole.by_code[j].empty()) whole.by_code[j] = (*table.input().schema.totals)[j];
  }
  run.tree_ = std::make_unique<RegionTree>(*run.rule_, std::move(whole));
  return run;
}

std::string ClusterRun::Cuts() const { return CutsJson(tree_->cuts()).dump(); }

void ClusterRun::Feed(std::span<const SideCount> counts) {
  std::vector<RegionCounts> left(trials(), rule_->Empty());
  for (const SideCount& count : counts) {
    left[count.trial].by_code[count.attribute][count.code] += count.rows;
  }
  // Every row has a code in every column that is counted.
  for (RegionCounts& side : left) {
    for (const auto& rows : side.by_code) {
      if (rows.empty()) continue;
      for (const std::uint64_t more : rows) side.rows += more;
      break;
    }
  }
  tree_->Feed(std::move(left));
}

Result<ClusterRun::Proved> ClusterRun::Finish(const Finished& finished, Progress& progress) const {
  const Policy& policy = table_->policy();
  const Input& input = table_->input();
  GAUZE_ASSIGN(const Budget budget, MakeBudget(finished.memory));
  GAUZE_ASSIGN(Database database, Database::Open({finished.threads, finished.temp}));
  GAUZE_TRY(database.LimitMemory(budget.verify_engine));
  ReleaseWriting release(policy, input.schema, "", finished.temp, database, progress);
  for (const std::string& report : finished.reports) release.Adopt(Json::parse(report));
  release.SetPaths({finished.released},
                   finished.copy.empty() ? std::vector<std::string>() : std::vector{finished.copy});
  GAUZE_ASSIGN(const VerifiedRelease verified, release.Verify(budget.verify_ids));
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

Result<std::vector<SideCount>> CountSides(const ClusterTable& table, const std::string& cuts,
                                          std::span<const std::uint64_t> records) {
  GAUZE_ASSIGN(const Constraints constraints, ConstraintsOf(table));
  const RegionRule rule(constraints, table.input().rows, false);
  const RegionCuts known = CutsFrom(cuts);
  const Packing& packing = table.input().packing;
  std::vector<RegionCounts> sides;
  ForRecords(table, records, [&](const std::uint64_t* record) {
    const auto trial =
        known.Trial([&](std::size_t attribute) { return packing.Get(record, attribute); });
    if (!trial) return;
    if (*trial >= sides.size()) sides.resize(*trial + 1, rule.Empty());
    rule.Count(packing, table.shape(), record, sides[*trial]);
  });
  std::vector<SideCount> counts;
  for (std::uint32_t trial = 0; trial < sides.size(); ++trial) {
    for (std::uint32_t j = 0; j < sides[trial].by_code.size(); ++j) {
      for (Code code = 0; code < sides[trial].by_code[j].size(); ++code) {
        const std::uint64_t rows = sides[trial].by_code[j][code];
        if (rows > 0) counts.push_back({trial, j, code, rows});
      }
    }
  }
  return counts;
}

Result<std::vector<std::uint32_t>> RegionsOf(const ClusterTable& table, const std::string& cuts,
                                             std::span<const std::uint64_t> records) {
  const RegionCuts known = CutsFrom(cuts);
  const Packing& packing = table.input().packing;
  std::vector<std::uint32_t> regions;
  ForRecords(table, records, [&](const std::uint64_t* record) {
    regions.push_back(
        known.Region([&](std::size_t attribute) { return packing.Get(record, attribute); }));
  });
  return regions;
}

Result<RegionFiles> MakeRegionFiles(const ClusterTable& table,
                                    std::span<const std::uint64_t> records,
                                    const std::string& folder, unsigned threads,
                                    Progress& progress) {
  Policy policy = table.policy();
  policy.format = ReleaseFormat::kParquet;
  policy.counted = true;
  Input input{.schema = table.input().schema,
              .plan = table.input().plan,
              .packing = table.input().packing,
              .spool = RecordSpool(table.shape())};
  {
    RecordSpool::Writer writer(input.spool);
    ForRecords(table, records, [&](const std::uint64_t* record) {
      writer.Append(record, table.shape().fixed());
      input.rows += table.shape().Count(record);
    });
  }
  GAUZE_TRY(input.spool.Finish());
  const auto limit = LimitThreads(threads);
  GAUZE_ASSIGN(
      RegionPipeline pipeline,
      RegionPipeline::Start(policy, input, {.workers = ThreadsOf(threads), .whole = true}));
  GAUZE_ASSIGN(Journal journal, Journal::Open(folder + "/journal"));
  GAUZE_ASSIGN(Database database, Database::Open({threads, ""}));
  const std::string aside = folder + "/copy";
  std::error_code error;  // who writes there says what is wrong
  std::filesystem::create_directory(aside, error);
  ReleaseWriting release(policy, input.schema, folder, aside, database, progress);
  GAUZE_TRY(release.Write(pipeline, journal, input.rows));
  return RegionFiles{release.copy_paths().empty() ? release.paths() : release.copy_paths(),
                     release.Report().dump()};
}

}  // namespace gauze
