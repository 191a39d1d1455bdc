#include "gauze/release/run/region_pipeline.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "gauze/base/counted.h"
#include "gauze/base/parallel.h"
#include "gauze/release/files/memory_model.h"
#include "gauze/release/promise/table_promises.h"
#include "gauze/transform/persons.h"

namespace gauze {
namespace {

// The region has about as many different rows among its records as the whole table.
double WorkingBytes(const TransformEntry& transform, const Input& input, std::uint64_t all_records,
                    const RecordSpool& spool) {
  const Table& table = input.schema.table;
  const auto records = static_cast<double>(spool.records());
  const double share = records / static_cast<double>(std::max<std::uint64_t>(all_records, 1));
  RegionSize size{.records = records,
                  .record_bytes = static_cast<double>(spool.bytes()) / std::max(records, 1.0),
                  .tuples = static_cast<double>(input.distinct_rows.count()) * share,
                  .units = static_cast<double>(input.combinations.count()) * share};
  if (input.distinct_rows.count() == 0) size.tuples = size.units = records;  // nobody has counted
  return RegionBytes(size, {.columns = table.attributes.size(),
                            .quasi_identifiers = table.WithRole(Role::kQuasiIdentifying).size(),
                            .carried = input.carried.size(),
                            .cell_bytes = transform.cell_bytes,
                            .unit_bytes = transform.unit_bytes});
}

tl::unexpected<Error> DoesNotFit(std::uint64_t rows, double needed, double missing) {
  constexpr double kMiB = 1024.0 * 1024;
  return ResourceError(
      fmt::format("a region of {} needs {:.0f} MiB of memory, and so much is not left",
                  Counted(rows, "row", "rows"), std::ceil(needed / kMiB)),
      "--memory", fmt::format("give {:.0f} MiB more", std::ceil(missing / kMiB)));
}

Status Make(const TransformEntry& transform, const Policy& policy,
            const std::vector<PolicyEntry>& promises, bool needs_tuples, const Input& input,
            RegionPipeline::Made& made, Progress& progress) {
  if (needs_tuples) {
    // Combinations of columns, and values of persons, could not be counted before.
    GAUZE_ASSIGN(const Constraints constraints, Constraints::Make(made.region.coded, promises));
    GAUZE_TRY(constraints.CheckFeasible());
  }
  const TransformInput transform_input{made.region.coded, promises, policy.missing,
                                       !input.carried.empty(),
                                       policy.risk ? &*policy.risk : nullptr};
  GAUZE_ASSIGN(made.generalization,
               transform.run(transform_input, policy.transform.parameters, progress));
  for (const PolicyEntry& step : policy.steps) {
    const ClassStepEntry& entry = *FindClassStep(step.descriptor->name);
    GAUZE_ASSIGN(auto figures, entry.run(transform_input, PromisesOfStep(policy, entry),
                                         step.parameters, made.generalization, progress));
    made.figures.push_back(std::move(figures));
  }
  return {};
}

}  // namespace

// Unions may break a model, combinations of columns and values of persons with several rows are not
// counted before there are tuples, and suppression changes what t-closeness compares with: all need
// the table in one piece.
bool RegionPipeline::NeedsWhole(const Constraints& constraints, const Policy& policy) {
  return !constraints.monotone() || constraints.needs_tuples() || MayNeedWhole(policy);
}

bool RegionPipeline::MayNeedWhole(const Policy& policy) {
  if (!FindTransform(policy.transform.descriptor->name)->keeps.empty()) return true;
  const bool step = std::ranges::any_of(policy.steps, [](const PolicyEntry& one) {
    return FindClassStep(one.descriptor->name)->whole;
  });
  if (step) return true;
  const Parameters& parameters = policy.transform.parameters;
  return parameters.Has("suppress_rows") && parameters.Number("suppress_rows").numerator > 0;
}

std::string RegionPipeline::WhatMakesClasses(const Policy& policy) {
  std::vector<std::string> kept;
  for (const PolicyEntry& promise : policy.protect) kept.push_back(promise.Text());
  std::string made = policy.transform.descriptor->name;
  for (const PolicyEntry& step : policy.steps) made += " and " + step.descriptor->name;
  return fmt::format("{} with {}", made, fmt::join(kept, ", "));
}

Status RegionPipeline::CheckPersons(const Policy& policy, const CodedTable& schema) {
  for (const PolicyEntry& promise : policy.protect) {
    if (FindTablePromise(promise.descriptor->name) == nullptr) continue;
    GAUZE_TRY(CheckOneRowEach(schema, promise));
  }
  for (const PolicyEntry& step : policy.steps) GAUZE_TRY(CheckOneRowEach(schema, step));
  return {};
}

std::vector<PolicyEntry> RegionPipeline::PromisesOfClasses(const Policy& policy) {
  std::vector<PolicyEntry> promises = PromisesOfTransform(policy);
  const std::string& kept = FindTransform(policy.transform.descriptor->name)->keeps;
  std::erase_if(promises,
                [&](const PolicyEntry& promise) { return promise.descriptor->name == kept; });
  return promises;
}

Result<RegionPipeline> RegionPipeline::Start(const Policy& policy, Input& input,
                                             const Options& options) {
  GAUZE_TRY(CheckPersons(policy, input.schema));
  GAUZE_ASSIGN(Constraints constraints, Constraints::Make(input.schema, PromisesOfClasses(policy)));
  if (!options.make) GAUZE_TRY(constraints.CheckFeasible());
  return RegionPipeline(policy, PromisesOfTransform(policy), input, options,
                        std::make_unique<Constraints>(std::move(constraints)));
}

RegionPipeline::RegionPipeline(const Policy& policy, std::vector<PolicyEntry> promises,
                               Input& input, const Options& options,
                               std::unique_ptr<Constraints> constraints)
    : policy_(policy),
      promises_(std::move(promises)),
      input_(input),
      records_(input.spool.records()),
      options_(options),
      constraints_(std::move(constraints)) {
  rule_ = std::make_unique<RegionRule>(*constraints_, input.rows,
                                       options.whole || NeedsWhole(*constraints_, policy));
  walk_ = std::make_unique<RegionWalk>(
      *rule_, input.packing,
      RegionWalk::Options{options.workers, options.memory_bytes, options.folder, options.within},
      RegionWalk::Region{std::move(input.spool), input.rows});
}

Status RegionPipeline::MakeOne(RecordSpool spool, Made& made, Progress& progress) const {
  GAUZE_ASSIGN(made.region,
               MakeRegion(std::move(spool), input_.packing, input_.schema, input_.carried));
  if (options_.make) return options_.make(made, progress);
  return Make(*FindTransform(policy_.transform.descriptor->name), policy_, promises_,
              constraints_->needs_tuples(), input_, made, progress);
}

Result<std::vector<RegionPipeline::Made>> RegionPipeline::NextBatch(Progress& progress) {
  const TransformEntry& transform = *FindTransform(policy_.transform.descriptor->name);
  std::vector<Made> batch;
  std::vector<RecordSpool> spools;
  double bytes = 0;
  while (spools.size() < 2 * options_.workers) {
    if (!found_) {
      GAUZE_ASSIGN(auto next, walk_->Next());
      if (!next) break;
      found_.emplace(*std::move(next));
    }
    const bool skipped = rows_ + found_->rows <= options_.skip_rows;
    const double needed = skipped ? 0 : WorkingBytes(transform, input_, records_, found_->spool);
    if (options_.budget) {
      const Budget& budget = *options_.budget;
      if (!spools.empty() && bytes + needed > static_cast<double>(budget.batch)) break;
      const double missing = MissingBytes(needed, budget, found_->rows == input_.rows);
      if (missing > 0) return DoesNotFit(found_->rows, needed, missing);
    }
    bytes += needed;
    batch.push_back({.index = regions_++, .rows = found_->rows, .skipped = skipped});
    rows_ += found_->rows;
    spools.push_back(std::move(found_->spool));
    found_.reset();
  }
  std::vector<Status> made(spools.size());
  ForEach(spools.size(), [&](std::size_t i) {
    if (batch[i].skipped) {
      progress.Advance(batch[i].rows);
    } else {
      made[i] = MakeOne(std::move(spools[i]), batch[i], progress);
    }
  });
  for (const Status& one : made) GAUZE_TRY(one);
  return batch;
}

Status RegionPipeline::Run(Progress& progress, const Use& use) {
  GAUZE_ASSIGN(std::vector<Made> batch, NextBatch(progress));
  while (!batch.empty()) {
    Status used;
    Result<std::vector<Made>> next;
    Together([&] { used = use(std::move(batch)); }, [&] { next = NextBatch(progress); });
    GAUZE_TRY(used);
    if (!next) return tl::unexpected(std::move(next.error()));
    batch = *std::move(next);
  }
  return {};
}

}  // namespace gauze
