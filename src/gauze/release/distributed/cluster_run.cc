#include "gauze/release/distributed/cluster_run.h"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <map>
#include <set>
#include <tuple>

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
#include "gauze/transform/regions/tuple_hash.h"

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

RegionCuts CutsFrom(const std::string& text) {
  RegionCuts cuts;
  cuts.nodes.clear();
  for (const Json& node : Json::parse(text)) {
    cuts.nodes.push_back({.attribute = node.at(0),
                          .code = node.at(1),
                          .left = node.at(2),
                          .right = node.at(3),
                          .number = node.at(4)});
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

Result<std::vector<std::uint64_t>> SampleOf(const ClusterTable& table,
                                            std::span<const std::uint64_t> records) {
  GAUZE_ASSIGN(const Constraints constraints, ConstraintsOf(table));
  const RegionRule rule(constraints, table.input().rows, false);
  const Packing& packing = table.input().packing;
  const TupleHash hash(rule.coded(), packing, rule.deciding());
  // One more than needed: whoever puts samples together sees that there are more tuples.
  TupleSample sample(packing.words(), rule.sample() + 1);
  std::vector<std::uint64_t> tuple(packing.words());
  ForRecords(table, records, [&](const std::uint64_t* record) {
    for (std::size_t i = 0; i < tuple.size(); ++i) tuple[i] = record[i] & hash.masks()[i];
    sample.Add(hash(record), tuple.data(), table.shape().Count(record));
  });
  sample.Finish();
  std::vector<std::uint64_t> numbers;
  for (std::size_t i = 0; i < sample.size(); ++i) {
    numbers.push_back(sample.hash(i) ^ kSign);
    numbers.insert(numbers.end(), sample.tuple(i), sample.tuple(i) + sample.words());
    numbers.push_back(sample.rows(i));
  }
  return numbers;
}

Result<std::vector<LeafCount>> CountLeaves(const ClusterTable& table, const std::string& cuts,
                                           std::span<const std::uint64_t> records) {
  GAUZE_ASSIGN(const Constraints constraints, ConstraintsOf(table));
  const RegionRule rule(constraints, table.input().rows, false);
  const RegionCuts known = CutsFrom(cuts);
  const Packing& packing = table.input().packing;
  std::map<std::tuple<std::uint32_t, std::uint32_t, Code>, std::uint64_t> rows;
  ForRecords(table, records, [&](const std::uint64_t* record) {
    const auto code_of = [&](std::size_t attribute) { return packing.Get(record, attribute); };
    const std::uint32_t leaf = known.Find(code_of);
    const std::uint64_t more = table.shape().Count(record);
    rows[{leaf, LeafCount::kAllRows, 0}] += more;
    for (const std::size_t attribute : rule.counted()) {
      rows[{leaf, static_cast<std::uint32_t>(attribute), code_of(attribute)}] += more;
    }
  });
  std::vector<LeafCount> counts;
  for (const auto& [of, number] : rows) {
    const auto [leaf, attribute, code] = of;
    counts.push_back({leaf, attribute, code, number});
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
        known.Find([&](std::size_t attribute) { return packing.Get(record, attribute); }));
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
      RegionPipeline::Start(policy, input, {.workers = ThreadsOf(threads), .within = true}));
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
